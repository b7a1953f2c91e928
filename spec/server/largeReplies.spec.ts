/** The largest possible replies arrive, and a client that reads them can continue. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { type Running, runInProcess, runOnSocket } from '../harness/server.ts';
import { outcomeOf } from './sessions.ts';

const printer = (bytes: number) => ({
  program: process.execPath,
  args: [new URL('../programs/prints-lines.mjs', import.meta.url).pathname, String(bytes)],
});

describe('large replies', () => {
  let served: Running;
  beforeEach(async () => {
    served = await runOnSocket();
  });
  afterEach(() => served.close());

  async function printed(bytes: number, more: object): Promise<string> {
    const { client } = served;
    const { session } = await client.calls.session.create({ ...printer(bytes), ...more });
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await client.calls.session.act({
      session,
      actions: [{ type: 'key', value: 'enter' }],
      matcher: { type: 'process_exited' },
      evidence: 'none',
    });
    return session;
  }

  it('the largest grid, with every cell', async () => {
    const session = await printed(200_000, { rows: 200, cols: 500 });
    const full = await outcomeOf(served.client.send('session.snapshot', { session, cells: 'full' }));
    expect(full).toMatchObject({ result: { size: { rows: 200, cols: 500 } } });
    expect(await served.client.calls.session.list()).toEqual({ sessions: [session] });
  });

  it('the largest transcript, in parts', async () => {
    const session = await printed(20_000_000, { transcript_max_chars: limits.maxTranscriptChars });
    const { transcript_cursor: end } = await served.client.calls.session.info({ session });
    const last = await served.client.calls.session.transcript({ session });
    expect(last).toMatchObject({ start: end - limits.replyChars, next: end });
    let length = 0;
    let at = end - limits.maxTranscriptChars;
    while (at < end) {
      const part = await served.client.calls.session.transcript({ session, since: at });
      expect(part).toMatchObject({ start: at, dropped: false });
      length += part.text.length;
      at = part.next;
    }
    expect(length).toBe(limits.maxTranscriptChars);
  });

  it('all of the scrollback, in parts', async () => {
    const session = await printed(8_000_000, { scrollback: limits.maxScrollback });
    let read = 0;
    for (;;) {
      const { lines, start, total } = await served.client.calls.session.scrollback({
        session,
        start: read,
        count: limits.maxScrollback,
      });
      expect({ start, total }).toEqual({ start: read, total: limits.maxScrollback });
      read += lines.length;
      if (read === total) break;
      expect(lines.length).toBeGreaterThan(1000);
    }
  });

  it('output from while a client did not read is sent in pieces that it can accept', async () => {
    const watcher = await served.connect();
    const texts: string[] = [];
    let most = 0;
    const exited = new Promise<void>((resolve) => watcher.on('session.exited', () => resolve()));
    watcher.on('session.output', ({ output }: { output: string }) => {
      texts.push(output.slice(-20));
      most = Math.max(most, output.length);
    });
    await watcher.calls.server.set_notifications({ enabled: true });
    const session = await printed(20_000_000, { transcript_max_chars: limits.maxTranscriptChars });
    await Promise.race([exited, watcher.closed]);
    expect(texts.join('')).toMatch(/the end\r\n$/);
    expect(await watcher.calls.session.list()).toEqual({ sessions: [session] });
  });
});

it('that do not fit beside unread data are refused, and the connection stays', async () => {
  const { client, close } = runInProcess();
  const colours = 'for i in $(seq 1 198); do printf "\\033[3%dm%0500d" $((i % 8)) $i; done; read -r _';
  const { session } = await client.calls.session.create({
    program: 'bash',
    args: ['-c', colours],
    rows: 200,
    cols: 500,
  });
  await client.calls.session.wait({
    session,
    matcher: { type: 'contains_text', value: '0198' },
    evidence: 'none',
  });
  const requested = Array.from({ length: 3 }, () =>
    client.calls.session.snapshot({ session, cells: 'full' }),
  );
  const answers = await Promise.allSettled(requested);
  expect(answers[0]!.status).toBe('fulfilled');
  expect(answers[2]).toMatchObject({ reason: { code: -32000, data: { limit: 'outboxCloseBytes' } } });
  expect(await client.calls.session.list()).toEqual({ sessions: [session] });
  await close();
});
