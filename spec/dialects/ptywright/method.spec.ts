/** The words that people mix up are accepted in every form, and an unknown field is named with those that fit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

const { client, close } = runInProcess();
let session = '';
beforeAll(async () => {
  ({ session } = await client.calls.session.create(program('asks-name')));
  await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name?' } });
});
afterAll(close);

const send = (method: string, params: object) => client.send(method, { session, ...params });

describe('a matcher', () => {
  it.each([
    { type: 'contains_text', text: 'name?' },
    { type: 'screen_regex', pattern: 'na.e' },
    { type: 'screen_regex', text: 'na.e' },
    { type: 'transcript_contains', text: 'name?' },
    { type: 'screen_stable', value: 0 },
    { type: 'screen_stable', stable: 0 },
    { type: 'idle', min_ms: 0 },
    {
      type: 'all',
      value: [
        { type: 'contains_text', text: 'name?' },
        { type: 'idle', value: 0 },
      ],
    },
    { type: 'not', value: { type: 'contains_text', text: 'absent' } },
    { type: 'selector', value: { type: 'exact', value: 'name' } },
  ])('%j', async (matcher) => {
    expect(await send('session.wait', { matcher, timeout_ms: 5000, evidence: 'none' })).toMatchObject({
      matched: true,
    });
  });
});

describe('a selector', () => {
  it.each([
    { type: 'exact', value: 'name' },
    { type: 'regex', value: 'na.e' },
    { type: 'regex', text: 'na.e' },
    { type: 'nth', index: 0, selector: { type: 'exact', value: 'name' } },
    {
      type: 'relative',
      direction: 'after',
      to: { type: 'exact', value: 'n' },
      selector: { type: 'exact', value: 'me' },
    },
  ])('%j', async (selector) => {
    expect(await send('session.find', { selector, timeout_ms: 5000 })).toMatchObject({ found: [{ row: 0 }] });
  });
});

describe('actions', () => {
  it('are one or several, in both methods', async () => {
    const [a, b] = [
      { type: 'text', text: 'a' },
      { type: 'text', value: 'b' },
    ];
    expect(await send('session.input', { actions: [a, b] })).toMatchObject({ sent: true, bytes: 2 });
    expect(await send('session.input', { actions: [a] })).toMatchObject({ bytes: 1 });
    expect(await send('session.input', { action: a, actions: [b] })).toMatchObject({ bytes: 2 });
    const act = {
      action: { type: 'key', value: 'enter' },
      matcher: { type: 'contains_text', text: 'hello abaab' },
    };
    expect(await send('session.act', { ...act, evidence: 'none' })).toMatchObject({ matched: true });
  });
});

describe('an unknown field', () => {
  it.each([
    [
      'session.wait',
      { matcher: { type: 'contains_text', txt: 'a' } },
      'matcher.txt: unknown field; contains_text takes value, rows, region',
    ],
    [
      'session.wait',
      { matcher: { type: 'process_exited', text: 'a' } },
      'matcher.text: unknown field; process_exited takes no other field',
    ],
    [
      'session.wait',
      { matcher: { type: 'not', value: { type: 'bell', text: 'a' } } },
      'matcher.value.text: unknown field; bell takes value',
    ],
    [
      'session.find',
      { selector: { type: 'exact', label: 'a' } },
      'selector.label: unknown field; exact takes text',
    ],
    [
      'session.input',
      { action: { type: 'key', name: 'enter' } },
      'action.name: unknown field; key takes value',
    ],
    [
      'session.wait',
      { matcher: { type: 'contains_text', valu: 'a' } },
      'matcher.valu: unknown field; did you mean value?',
    ],
  ])('%s %j', async (method, params, message) => {
    await expect(send(method, params)).rejects.toMatchObject({ reason: message, data: { fault: 'Invalid' } });
  });
});
