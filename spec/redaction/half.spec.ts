/** A secret of which only a part has been printed is hidden like the whole, in every reply at that moment. */
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { readHistory } from '#terminal/screenReader.ts';
import { createProgramFrame } from '#viewers/frame.ts';
import { serializeProgram } from '#viewers/serialize.ts';
import { aServer, type Calls, type MatcherSent, obeying } from '../session/driven.ts';
import { feed, freshScreen } from '../viewers/screens.ts';
import { leaked, secretSamples } from './samples.ts';

const text = (value: string): MatcherSent => ({ type: 'contains_text', value });
const cursorAt = (col: number): MatcherSent => ({ type: 'cursor_at', value: { row: 0, col } });

async function readOutput(calls: Calls, session: string) {
  const absent = { session, matcher: text('absent'), timeout_ms: 0 };
  return JSON.stringify([
    await calls.session.snapshot({ session, cells: 'runs' }),
    await calls.session.snapshot({ session, region: { row: 0, col: 5, rows: 1, cols: 100 } }),
    await calls.session.wait({ session, matcher: text('MARK') }),
    await calls.session.wait({ session, matcher: text('MARK'), evidence: 'text' }),
    await calls.session.wait({ session, matcher: { type: 'screen_regex', value: 'MARK (\\S*)' } }),
    await calls.session.wait({ session, matcher: { type: 'transcript_regex', value: 'MARK (\\S*)' } }),
    await calls.session.transcript({ session }),
    await calls.session.transcript({ session, strip_escapes: true }),
    await calls.session.wait(absent).catch(({ message, data }) => ({ message, data })),
  ]);
}

describe.each([
  ['by default', false],
  ['where redaction is enforced', true],
])('%s', (_, redactionEnforced) => {
  it.each(secretSamples)('$kind', async ({ make }) => {
    const server = aServer({ redactionEnforced });
    const { calls } = server;
    const { session, show } = await obeying(server, { rows: 6, cols: 500 });
    const secret = make(11);
    await show('\x1b[2J\x1b[HMARK ', text('MARK'));
    const from = (await calls.session.transcript({ session })).next;
    let next = from;
    let read = '';
    for (let at = 0; at < secret.length; at += 9) {
      const piece = secret.slice(at, at + 9);
      const { snapshot, transcript_tail } = (await show(piece, cursorAt(5 + at + piece.length))) as never;
      expect(leaked(secret, JSON.stringify([snapshot, transcript_tail]))).toBe(undefined);
      expect(leaked(secret, await readOutput(calls, session))).toBe(undefined);
      const part = await calls.session.transcript({ session, since: next });
      read += part.text;
      next = part.next;
    }
    await show(' shown', text('shown'));
    read += (await calls.session.transcript({ session, since: next })).text;
    expect(leaked(secret, read)).toBe(undefined);
    expect(read).toContain('[REDACTED] shown');
    expect(leaked(secret, await readOutput(calls, session))).toBe(undefined);
  });
});

it('stays hidden after the program has ended, and the text before it is released', async () => {
  const { calls } = aServer();
  const secret = secretSamples[1]!.make(5);
  const { session } = await calls.session.create({
    program: 'printf',
    args: ['%s', `MARK ${secret.slice(0, 30)}`],
  });
  await calls.session.wait({ session, matcher: { type: 'process_exited' } });
  const { text: all, next } = await calls.session.transcript({ session });
  expect(all).toBe('MARK [REDACTED]');
  expect(next).toBe(35);
  const { plain_text } = (await calls.session.snapshot({ session })) as { plain_text: string };
  expect(plain_text).toBe('MARK [REDACTED]');
});

it('stays hidden under an alternate screen, where a recording begins with both', () => {
  const screen = freshScreen({ rows: 6, cols: 20 });
  const redaction = createRedaction(defaultPolicy);
  const secret = secretSamples[1]!.make(3);
  feed(screen, `above\r\ntoken ${secret.slice(0, 25)}\x1b[?1049h other`);
  const { length: start, screenRowCount: count } = screen.scrollback;
  const { rows } = readHistory(screen, { start, count, redaction });
  const received = rows.map((row) => row.map(({ text: words }) => words).join(''));
  expect(received[0]).toBe('above');
  expect(leaked(secret, received.join(''))).toBe(undefined);
  expect(received.join('')).toContain('token [REDACTED]');
  const frame = createProgramFrame(screen, redaction, []);
  const begun = serializeProgram(screen, frame, { redaction, repeated: false });
  expect(begun).toContain('token [REDACTED]');
  expect(begun).not.toContain(secret.slice(0, 12));
});
