/** Difficult JSON in each framing. */
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#rpc/envelope.ts';
import { encodeFrame, framings } from '#rpc/framing.ts';
import { converse } from './conversation.ts';
import { invalid, invalidBytes, tooDeep, valid } from './corpus.ts';

const probe = '{"jsonrpc":"2.0","id":"probe","method":"echo","params":[1]}';
const code = (reply: unknown) => (reply as ErrorReply).error?.code;

describe.each(framings)('tricky JSON over %s', (framing) => {
  /** Returns the reply to `payload`. The connection must still work afterwards. */
  async function answerTo(payload: string | Buffer): Promise<unknown> {
    const talk = converse({ framing });
    const bytes = Buffer.from(payload as string);
    talk.input.write(framing === 'lsp' ? `Content-Length: ${bytes.length}\r\n\r\n` : '');
    talk.input.write(bytes);
    talk.input.write(framing === 'lsp' ? '' : '\n');
    talk.input.write(encodeFrame(framing, probe));
    const [reply, next, ...more] = await talk.rest();
    expect(more).toEqual([]);
    expect(next).toEqual({ jsonrpc: '2.0', id: 'probe', result: [1] });
    return reply;
  }

  it(`${valid.length} valid texts are no requests`, async () => {
    for (const text of valid) {
      const reply = await answerTo(text);
      const codes = [reply].flat().map(code);
      expect([text.slice(0, 80), ...new Set(codes)]).toEqual([text.slice(0, 80), -32600]);
    }
  });

  it(`${invalid.length} invalid texts are parse errors`, async () => {
    for (const text of invalid) {
      expect([text.slice(0, 80), code(await answerTo(text))]).toEqual([text.slice(0, 80), -32700]);
    }
  });

  it(`${invalidBytes.length} byte strings that are no text are parse errors`, async () => {
    for (const hex of invalidBytes)
      expect([hex, code(await answerTo(Buffer.from(hex, 'hex')))]).toEqual([hex, -32700]);
  });

  it('too deep nesting is an invalid request', async () => {
    for (const text of tooDeep) expect(code(await answerTo(text))).toBe(-32600);
  });
});
