/** A program pauses anywhere while it prints a secret. No stream shows more than 15 characters of it. */
import { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import { limits } from '#limits.ts';
import type { Server } from '#server/server.ts';
import type { Session } from '#session/session.ts';
import { Expectations } from '../harness/expectations.ts';
import { HandClock } from '../harness/handClock.ts';
import { longestLeak } from '../harness/leaks.ts';
import { inProcessServer } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { feed, freshScreen } from '../viewers/screens.ts';
import { namedSamples, secretSamples } from './samples.ts';

class Reader extends Duplex {
  closeReason = () => '';
  received = '';
  override _read(): void {}
  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.received += String(bytes);
    taken();
  }
}

/** What the channel has sent since it was opened. */
type ReadText = () => string;

const channels: Readonly<
  Record<string, (session: Session, context: WshServerContext, server: Server) => ReadText>
> = {
  'wsh raw': (session, context) => {
    const reader = new Reader();
    new RawView(context, session, reader);
    return () => reader.received;
  },
  'session.output, and the output events of wrightty': (session) => {
    const subscriber = session.outputSubscribers.subscribe();
    let received = '';
    return () => {
      while (subscriber.hasOutput) received += subscriber.read().text;
      return received;
    };
  },
  'attach and watch': (session) => {
    const terminal = freshScreen({ rows: 24, cols: 80 });
    let received = '';
    const take = () => {
      feed(terminal, viewer.takeFrame());
      received += `${terminal.text()}\n`;
    };
    const { redaction } = session;
    const options = {
      owner: {},
      readOnly: true,
      redaction,
      resizes: false,
      onFrameDue: take,
      onDismissed: () => {},
    };
    const viewer = session.viewers.attach(options);
    return () => {
      take();
      return received;
    };
  },
  'a cast': recorded('asciicast-v3'),
  'a recording of frames': recorded('jsonl-frames'),
  'a transcript': (session) => {
    let received = '';
    let next = session.transcript.cursor;
    return () => {
      const part = session.transcript.read(session.redaction, next);
      next = part.to;
      received += part.text;
      return received;
    };
  },
  'the transcript of a look': (session) => {
    let received = '';
    return () => {
      received += session.redactedTail();
      return received;
    };
  },
};

function recorded(format: 'asciicast-v3' | 'jsonl-frames') {
  return (session: Session, _: WshServerContext, server: Server): ReadText => {
    const { redaction } = session;
    const requested = {
      path: null,
      format,
      input: true,
      maxBytes: 1e7,
      append: false,
      intervalMs: 20,
      redaction,
    };
    const recording = server.world.recordings.start(session, requested);
    return () => recording.text;
  };
}

/** A session whose program prints its input, in a server with a manual clock. */
async function printing() {
  const clock = new HandClock();
  const server = inProcessServer({ clock });
  onTestFinished(() => server.close());
  const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const session = createWshSession(context, {
    name: 'dev',
    command: 'stty raw -echo; printf ready; exec cat',
  });
  const expectations = new Expectations();
  session.onUpdate(() => expectations.check());
  const ends = (text: string) => expectations.until(() => session.transcript.tail(text.length) === text);
  await ends('ready');
  const rest = async () => {
    clock.pass(limits.holdBackMs);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return {
    open: (name: string) => channels[name]!(session, context, server),
    async show(text: string) {
      session.write(Buffer.from(text));
      await ends(text);
    },
    rest,
  };
}

const bare = secretSamples.map(({ kind, make }) => ({
  kind,
  make: (seed: number) => ({ before: 'MARK ', secret: make(seed), after: ' ' }),
}));
const strings = {
  'a title': '\x1b]2;',
  'a link': '\x1b]8;;',
  DCS: '\x1bP',
  APC: '\x1b_',
  PM: '\x1b^',
  SOS: '\x1bX',
};
const carried = Object.entries(strings).map(([kind, begins]) => ({
  kind: `${kind} that has not ended`,
  make: (seed: number) => ({
    before: `${begins}MARK `,
    secret: secretSamples[1]!.make(seed),
    after: '\x1b\\',
  }),
}));
interface Sample {
  readonly kind: string;
  make(seed: number): { before: string; secret: string; after: string };
}
const samples: readonly Sample[] = [...bare, ...namedSamples, ...carried];

/** A soak run pauses after every character. Otherwise each sample begins at another of the first characters. */
const step = Math.ceil(8 / times(1, 8));

/** All channels of one session at once, because each would print the same. */
describe('no channel shows a secret while the program pauses', () => {
  it.each(samples)('$kind', async ({ kind, make }) => {
    const { open, show, rest } = await printing();
    const received = Object.keys(channels).map((name) => [name, open(name)] as const);
    const found = [];
    for (let at = 1 + (kind.length % step); at < 70; at += step) {
      const { before, secret, after } = make(at);
      if (at >= secret.length) break;
      await show(`\r\n${before}${secret.slice(0, at)}`);
      for (let n = 0; n < 3; n += 1) {
        await rest();
        for (const [, channel] of received) channel();
      }
      await show(`${secret.slice(at)}${after}.`);
      await rest();
      for (const [name, channel] of received) {
        const longest = longestLeak(secret, channel());
        if (longest >= limits.restedSecretChars) found.push({ name, at, longest });
      }
    }
    expect(found).toEqual([]);
    const before = received.map(([, channel]) => channel().length);
    await show('\r\nthe end \r\n');
    // A cast holds typed input back for longer.
    for (let n = 0; n < 6; n += 1) await rest();
    const lacking = received.filter(([, channel], at) => !channel().slice(before[at]).includes('the end'));
    expect(lacking.map(([name]) => name)).toEqual([]);
  });
});

describe('half a secret at the exit of the program', () => {
  const half = secretSamples
    .find(({ kind }) => kind === 'github_token')!
    .make(3)
    .slice(0, 30);
  const cases = Object.keys(channels).flatMap((name) =>
    ['', '\\033]0;'].map((begin) => [name, begin] as const),
  );

  it.each(cases)('%s, after %j', async (name, begin) => {
    const server = inProcessServer({ clock: new HandClock() });
    onTestFinished(() => server.close());
    const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
    const command = `read start; printf '${begin}%s' "$HALF"`;
    const session = createWshSession(context, { name: 'dev', command, env: { HALF: half } });
    const received = channels[name]!(session, context, server);
    session.write(Buffer.from('\r'));
    await session.exited;
    await new Promise(setImmediate);
    expect(longestLeak(half, received())).toBeLessThan(limits.restedSecretChars);
  });
});
