/**
 * One client does not read, while a session prints and others send requests. Memory is bounded, and no request waits
 * for that client.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocket } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { measureUntil } from './measureUntil.ts';
import { type RawLine, type Reply, rawOnSocket } from './rawLine.ts';
import { residentBytes } from './residentBytes.ts';

const MiB = 1024 * 1024;
const printer = (bytes: number, name = 'line') => ({
  program: process.execPath,
  args: [new URL('../programs/prints-lines.mjs', import.meta.url).pathname, String(bytes), name],
});
const enter = [{ type: 'key', value: 'enter' }] as const;

describe('a client that does not read', () => {
  let served: Running & { process: { pid?: number }; path: string };
  beforeEach(async () => {
    served = await runOnSocket();
  });
  afterEach(() => served.close());

  const ready = async (bytes: number, name?: string, more: object = {}) => {
    const { session } = await served.client.calls.session.create({ ...printer(bytes, name), ...more });
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    return session;
  };

  it(`costs little memory while ${times(20, 100)} MB are printed, and reads the rest when it resumes`, async () => {
    const { client } = served;
    // Output makes garbage. How much of it is kept for later depends on the version of Node.
    const first = await ready(times(20, 100) * 1_000_000);
    await client.calls.session.act({
      session: first,
      actions: [...enter],
      matcher: { type: 'process_exited' },
      timeout_ms: 300_000,
    });
    const session = await ready(times(20, 100) * 1_000_000);
    const slow = await rawOnSocket(served.path);
    await slow.ask('on', 'server.set_notifications', { enabled: true });
    slow.stream.pause();
    const before = residentBytes(served.process.pid!);
    const printed = client.calls.session.act({
      session,
      actions: [...enter],
      matcher: { type: 'process_exited' },
      timeout_ms: 300_000,
    });
    const { mostBytes, waitMs } = await measureUntil(served, printed);
    // 32 MiB for the client.
    expect(mostBytes - before).toBeLessThan(48 * MiB);
    expect(waitMs).toBeLessThan(100);
    slow.stream.resume();
    const result = await untilExit(slow);
    expect(result.some(({ params }) => params?.dropped === true)).toBe(true);
    expect(result.map(({ params }) => params?.output ?? '').join('')).toMatch(/the end\r\n$/);
    const screen = (await client.send('session.snapshot', { session })) as { plain_text: string };
    expect(screen.plain_text).toMatch(/the end$/);
  });

  async function untilExit(line: RawLine): Promise<Reply[]> {
    const all: Reply[] = [];
    do all.push(await line.reply());
    while (all.at(-1)!.method !== 'session.exited');
    return all;
  }

  it('every client that reads gets every byte of every session, despite slow clients', async () => {
    const [sessions, clients] = [times(5, 50), times(3, 8)];
    const bytes = times(1, 2) * 1_000_000;
    // The transcript keeps all output, so no reader here can be too slow, even on a slow machine.
    const kept = { transcript_max_chars: 2 * bytes };
    const ids: string[] = [];
    for (let at = 0; at < sessions; at++) ids.push(await ready(bytes, `n${at}`, kept));
    const stuck = await rawOnSocket(served.path);
    await stuck.ask('on', 'server.set_notifications', { enabled: true });
    stuck.stream.pause();
    const readers = await Promise.all(Array.from({ length: clients }, () => reader(new Set(ids))));
    for (const session of ids)
      await served.client.calls.session.input({ session, action: { type: 'key', value: 'enter' } });
    const expected = (name: string) => {
      let text = '\r\n';
      let printed = 0;
      for (let number = 0; printed < bytes; ) {
        let block = '';
        while (block.length < 65536 && printed + block.length < bytes)
          block += `${name} ${number++} ${'.'.repeat(60)}\n`;
        printed += block.length;
        text += block.replaceAll('\n', '\r\n');
      }
      return `${text}the end\r\n`;
    };
    for (const received of await Promise.all(readers.map(({ complete }) => complete))) {
      expect(received.dropped).toBe(0);
      for (const [at, session] of ids.entries())
        expect(received.output.get(session)!.join('') === expected(`n${at}`), `${session} is complete`).toBe(
          true,
        );
    }
    stuck.stream.destroy();
  });

  async function reader(awaited: Set<string>) {
    const line = await rawOnSocket(served.path);
    await line.ask('on', 'server.set_notifications', { enabled: true });
    const output = new Map<string, string[]>();
    const received = { output, dropped: 0 };
    const listen = async () => {
      const left = new Set(awaited);
      while (left.size > 0) {
        const { method, params } = await line.reply();
        const session = params!.session as string;
        if (params!.dropped) received.dropped++;
        if (method === 'session.output')
          output.set(session, [...(output.get(session) ?? []), params!.output as string]);
        if (method === 'session.exited') left.delete(session);
      }
      line.stream.destroy();
      return received;
    };
    return { complete: listen() };
  }
});
