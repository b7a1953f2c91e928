import { describe, expect, it } from 'vitest';
import { runInProcess } from '../harness/server.ts';

const key = `s${'k'}-${'ab1'.repeat(10)}b`;

describe('with enforced redaction', () => {
  it.each([
    ['a literal', (guess: string) => ({ enabled: true, extra_literals: [`${guess} tail`] })],
    ['a pattern', (guess: string) => ({ enabled: true, extra_regexes: [`${guess} +tail`] })],
  ])('%s of the reader does not reveal letters of a secret by what it hides', async (_, rule) => {
    const { client, close } = runInProcess('ndjson', { redactionEnforced: true });
    const { session } = client.calls;
    const created = await session.create({
      program: '/bin/sh',
      args: ['-c', `printf '${key} tail'; read x`],
    });
    await session.wait({ ...created, matcher: { type: 'contains_text', value: 'tail' } });
    const read = async (guess: string) => {
      const how = { ...created, redaction: rule(guess) };
      const { plain_text, cells } = (await session.snapshot({ ...how, cells: 'runs' })) as {
        plain_text: string;
        cells: unknown;
      };
      return [plain_text, cells, (await session.transcript(how)).text];
    };
    const right = await read('b');
    expect(right).toEqual(await read('x'));
    expect(right[2]).toBe('[REDACTED] tail');
    await close();
  });
});
