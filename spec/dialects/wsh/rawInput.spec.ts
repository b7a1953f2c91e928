/** Input on a plain stream arrives unchanged, wherever it is cut into frames. */
import { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { splitUtf8 } from '#dialects/wsh/rawInput.ts';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import { TypedInputReporter } from '#dialects/wsh/typedInput.ts';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { inProcessServer } from '../../harness/server.ts';

/** A clock on which the time-out after an ESC never expires. */
const patient: Clock = {
  ...systemClock,
  after: (ms, due) => (ms === limits.typedEscapeMs ? { dispose() {} } : systemClock.after(ms, due)),
};

class InputStream extends Duplex {
  closeReason = () => '';

  override _read(): void {}

  override _write(_: Buffer, __: string, taken: () => void): void {
    taken();
  }
}

/** A program that reports when it is ready, and then reads `count` bytes. */
async function taker(count: number, ready = '', clock: Clock = systemClock) {
  const server = inProcessServer({ clock });
  onTestFinished(() => server.close());
  const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const command = `stty raw -echo; printf '${ready}ready'; head -c ${count} | od -An -v -tx1; printf done; exec cat`;
  const session = createWshSession(context, { name: 'dev', command, rows: 200, cols: 200 });
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => session.transcript.tail(1e6).includes(text) && resolve();
      session.onUpdate((update) => update === 'output' && look());
      look();
    });
  await shows('ready');
  const client = new InputStream();
  new RawView(context, session, client);
  const taken = async () => {
    await shows('done');
    const written = session.transcript.tail(1e6).split('ready')[1]!.split('done')[0]!;
    return Buffer.from(written.replaceAll(/[^0-9a-f]/g, ''), 'hex');
  };
  const frames = async (bytes: Buffer, size: number) => {
    for (let at = 0; at < bytes.length; at += size) {
      client.push(bytes.subarray(at, at + size));
      await new Promise(setImmediate);
    }
  };
  return { stream: client, taken, frames, session };
}

const text = 'größe über 日本語 🙂 ältere\n'.repeat(12);
const paste = Buffer.from(`\x1b[200~${text}\x1b[201~`);

it.each([1, 2, 3, 5, 7, 37, 64, 100, 500])(
  'a paste in frames of %i bytes, and the keys after it',
  async (size) => {
    const { taken, frames } = await taker(paste.length + 4, '\\033[?2004h');
    await frames(paste, size);
    await frames(Buffer.from('keys'), size);
    expect(String(await taken())).toBe(`${paste}keys`);
  },
);

it('invalid UTF-8, inside and outside of a paste', async () => {
  const all = Buffer.concat([
    Buffer.from('\x1b[200~über '),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('é\x1b[201~ \x1b[A\xe9', 'latin1'),
    Buffer.from([0xe2, 0x82]),
    Buffer.from('after'),
  ]);
  for (const size of [1, 4, 1000]) {
    const { taken, frames } = await taker(all.length, '\\033[?2004h');
    await frames(all, size);
    expect((await taken()).toString('hex')).toBe(all.toString('hex'));
  }
});

it('the first byte of an incomplete character', async () => {
  const { taken, stream } = await taker(2);
  stream.push(Buffer.from([0x61, 0xe9]));
  expect([...(await taken())]).toEqual([0x61, 0xe9]);
});

it('the escape key before a character that was split', async () => {
  const { taken, frames } = await taker(3);
  await frames(Buffer.from('\x1bé'), 2);
  expect(String(await taken())).toBe('\x1bé');
});

it('a key that is split after ESC while a program types', async () => {
  const { stream, taken, session } = await taker(4, '', patient);
  const events: object[] = [];
  const reporter = new TypedInputReporter(session, (_, facts) => events.push(facts)).listen();
  const written = (text: string) =>
    new Promise<void>((resolve) => {
      let all = '';
      session.observers.add({
        handleEvent: (event) => {
          if (event.kind === 'typed') all += Buffer.from(event.bytes).toString();
          if (all.endsWith(text)) resolve();
        },
        done: () => Promise.resolve(),
      });
    });
  const escaped = written('\x1b');
  stream.push(Buffer.from('\x1b'));
  await escaped;
  const other = session.inputQueue.run(() => session.write(Buffer.from('X')));
  stream.push(Buffer.from('[A'));
  await other;
  expect(String(await taken())).toBe('\x1b[AX');
  expect(events).toMatchObject([{ parsed: { key: 'ArrowUp', modifiers: [] } }]);
  reporter.dispose();
});

it.each([
  ['61c3a9', ['61c3a9'], ''],
  ['61c3', ['61'], 'c3'],
  ['ffc3a9', ['ff', 'c3a9'], ''],
  ['c3a9fffe61', ['c3a9', 'fffe', '61'], ''],
  ['f09f99', [], 'f09f99'],
  ['c328', ['c3', '28'], ''],
  ['a9a9a9', ['a9a9a9'], ''],
  ['eda080', ['eda080'], ''],
  ['', [], ''],
])('splits %s', (all, parts, rest) => {
  const cut = splitUtf8(Buffer.from(all, 'hex'));
  expect(cut.parts.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(parts);
  expect(Buffer.from(cut.rest).toString('hex')).toBe(rest);
});

it('splits 16 MiB of text with an invalid byte in the middle', () => {
  const text = Buffer.alloc(8 * 1024 * 1024, 'a');
  const { parts } = splitUtf8(Buffer.concat([text, Buffer.from([0xff]), text]));
  expect(parts.map(({ text, bytes }) => [text, bytes.length])).toEqual([
    [true, text.length],
    [false, 1],
    [true, text.length],
  ]);
});
