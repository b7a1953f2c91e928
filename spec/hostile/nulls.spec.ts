/** A request with thousands of null fields is parsed a bounded number of times. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { limits } from '#limits.ts';
import { runInProcess } from '../harness/server.ts';

const nullFields = { id: null, fg: null, bg: null, bold: null, faint: null, italic: null, underline: null };
const span = { text: 'a', ...nullFields };
const nullsPerSpan = Object.keys(nullFields).length;

const changesWith = (changes: number, spans: number) =>
  Array.from({ length: changes }, () => ({
    overlay: 'o1',
    spans: Array.from({ length: spans }, () => span),
  }));

async function parsesOf(changes: readonly object[]) {
  const { client, close } = runInProcess();
  onTestFinished(close);
  const { session } = await client.calls.session.create({ program: 'cat' });
  await client.calls.overlay.create({ session, x: 0, y: 0 });
  const method = ptywright.methods.get('layer.batch')!;
  const { params } = method;
  const parse = vi.fn((...args: readonly unknown[]) => params.safeParse(...args));
  Object.assign(method, { params: Object.create(params, { safeParse: { value: parse } }) });
  onTestFinished(() => void Object.assign(method, { params }));
  const outcome = await client.send('layer.batch', { session, changes }).catch((refusal) => refusal);
  return { outcome, parses: parse.mock.calls.length };
}

it('takes as many nulls as the limit allows', async () => {
  const changes = changesWith(1, Math.floor(limits.nullFields / nullsPerSpan));
  expect(await parsesOf(changes)).toEqual({ outcome: { changed: true }, parses: 2 });
});

it.each([
  ['20,000', 2500, `more than ${limits.nullFields} fields are null; leave out the fields`],
  ['64,000', 8000, `expected string; with more than ${limits.checkedValues} values, leave out the fields`],
])('refuses %s nulls in eight changes after one parse', async (_, nulls, message) => {
  const { outcome, parses } = await parsesOf(changesWith(8, Math.ceil(nulls / nullsPerSpan)));
  expect(outcome).toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  expect(parses).toBe(1);
});
