/** The stub of the Messages API: streaming, rounds, gates and errors. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxes } from './scripts/boxes.ts';
import { Stub } from './stub.ts';

let stub: Stub;
let address: string;
beforeEach(async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stub-'));
  stub = new Stub({ cwd, outside: cwd });
  address = await stub.listen();
});
afterEach(() => stub.close());

const tools = [{ name: 'Bash' }];

const ask = (text: string, more: object = {}) =>
  fetch(`${address}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'm',
      stream: true,
      tools,
      messages: [{ role: 'user', content: text }],
      ...more,
    }),
  });

/** Returns the events of a stream. */
async function streamed(response: Response): Promise<readonly { type: string; [field: string]: unknown }[]> {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
}

describe('the stub', () => {
  it('streams a message word by word', async () => {
    const events = await streamed(await ask('SAY-HELLO please'));
    expect(events.map(({ type }) => type).filter((type) => type !== 'content_block_delta')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(stub.served).toMatchObject([{ keyword: 'SAY-HELLO', round: 0, answeredAt: expect.any(Number) }]);
  });

  it('counts the rounds of a turn, and separates results of tools from prompts', async () => {
    const messages = [
      { role: 'user', content: 'RUN-THEN-WAIT' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'SAY-HELLO' }] },
    ];
    const requested = ask('', { messages }).then(streamed);
    await stub.gates.open('begin', 5000);
    expect(JSON.stringify(await requested)).toContain('"And "');
  });

  it('answers the last of several keywords, and the longest of those with the same prefix', async () => {
    await ask('ERR-429-NORETRY please\nSAY-HELLO please').then(streamed);
    await ask('SAY-HELLO please\nERR-429-NORETRY please').then((response) => response.text());
    expect(stub.served.map(({ keyword }) => keyword)).toEqual(['SAY-HELLO', 'ERR-429-NORETRY']);
  });

  it('waits at a gate until it is opened', async () => {
    const requested = ask('SAY-WAIT').then(streamed);
    await stub.gates.open('begin', 5000);
    expect((await requested).at(-1)?.type).toBe('message_stop');
  });

  it('stops waiting for a gate that no answer reaches', async () => {
    await expect(stub.gates.open('begin', 1)).rejects.toThrow('no answer reached the gate begin');
  });

  it('fails on request', async () => {
    const refused = await ask('ERR-429 please');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
    expect((await ask('ERR-429-NORETRY')).headers.get('x-should-retry')).toBe('false');
    await expect(ask('ERR-CUT').then((response) => response.text())).rejects.toThrow();
    expect((await streamed(await ask('ERR-MIDSTREAM'))).at(-1)?.type).toBe('error');
  });

  it('answers side requests during a turn', async () => {
    const sideReply = await ask('SAY-SLOW', { tools: [], stream: false });
    expect(await sideReply.json()).toMatchObject({ content: [{ text: 'Stub' }] });
    const counted = await fetch(`${address}/v1/messages/count_tokens`, { method: 'POST', body: '{}' });
    expect(await counted.json()).toEqual({ input_tokens: 1234 });
    expect(stub.served).toEqual([]);
  });

  it('has thirty styles of boxes for forged screens, with one character for each part', async () => {
    expect(new Set(boxes.map(({ across, down, corners }) => across + down + corners.join(''))).size).toBe(
      boxes.length,
    );
    expect(boxes.length).toBeGreaterThanOrEqual(30);
    for (const { across, down, corners } of boxes)
      expect([...across, ...down, ...corners.join('')]).toHaveLength(6);
  });
});
