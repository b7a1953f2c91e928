/** A program pauses anywhere while it prints a secret. No stream shows more than 15 characters of it. */
import { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { openSession } from '#dialects/wsh/session.ts';
import { limits } from '#limits.ts';
import type { Server } from '#server/server.ts';
import type { Session } from '#session/session.ts';
import { HandClock } from '../harness/handClock.ts';
import { Hopes } from '../harness/hopes.ts';
import { longestShown } from '../harness/leaks.ts';
import { inProcessServer } from '../harness/server.ts';
import { times } from '../soak/scale.ts';
import { feed, freshScreen } from '../viewers/screens.ts';
import { namedSamples, secretSamples } from './samples.ts';

class Reader extends Duplex {
  closeReason = () => '';
  told = '';
  override _read(): void {}
  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.told += String(bytes);
    taken();
  }
}

/** What the channel has sent since it was opened. */
type Told = () => string;

const channels: Readonly<Record<string, (session: Session, desk: WshServerContext, server: Server) => Told>> =
  {
    'wsh raw': (session, desk) => {
      const reader = new Reader();
      new RawView(desk, session, reader);
      return () => reader.told;
    },
    'session.output, and the output events of wrightty': (session) => {
      const follower = session.outputSubscribers.subscribe();
      let told = '';
      return () => {
        while (follower.hasOutput) told += follower.read().text;
        return told;
      };
    },
    'attach and watch': (session) => {
      const terminal = freshScreen({ rows: 24, cols: 80 });
      let told = '';
      const take = () => {
        feed(terminal, viewer.takeFrame());
        told += `${terminal.text()}\n`;
      };
      const { redaction } = session;
      const terms = {
        owner: {},
        readOnly: true,
        redaction,
        resizes: false,
        onFrameDue: take,
        onDismissed: () => {},
      };
      const viewer = session.viewers.attach(terms);
      return () => {
        take();
        return told;
      };
    },
    'a cast': recorded('asciicast-v3'),
    'a recording of frames': recorded('jsonl-frames'),
    'a transcript': (session) => {
      let told = '';
      let next = session.transcript.cursor;
      return () => {
        const part = session.transcript.read(session.redaction, next);
        next = part.to;
        told += part.text;
        return told;
      };
    },
    'the transcript of a look': (session) => {
      let told = '';
      return () => {
        told += session.redactedTail();
        return told;
      };
    },
  };

function recorded(format: 'asciicast-v3' | 'jsonl-frames') {
  return (session: Session, _: WshServerContext, server: Server): Told => {
    const { redaction } = session;
    const asked = {
      path: null,
      format,
      input: true,
      maxBytes: 1e7,
      append: false,
      intervalMs: 20,
      redaction,
    };
    const recording = server.world.recordings.start(session, asked);
    return () => recording.text;
  };
}

/** A session whose program prints its input, in a server with a manual clock. */
async function printing() {
  const clock = new HandClock();
  const server = inProcessServer({ clock });
  onTestFinished(() => server.close());
  const desk = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const session = openSession(desk, { name: 'dev', command: 'stty raw -echo; printf ready; exec cat' });
  const hopes = new Hopes();
  session.onUpdate(() => hopes.look());
  const ends = (text: string) => hopes.until(() => session.transcript.tail(text.length) === text);
  await ends('ready');
  const rest = async () => {
    clock.pass(limits.holdBackMs);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return {
    open: (name: string) => channels[name]!(session, desk, server),
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
const step = Math.ceil(4 / times(1, 4));

/** All channels of one session at once, because each would print the same. */
describe('no channel shows a secret while the program pauses', () => {
  it.each(samples)('$kind', async ({ kind, make }) => {
    const { open, show, rest } = await printing();
    const told = Object.keys(channels).map((name) => [name, open(name)] as const);
    const found = [];
    for (let at = 1 + (kind.length % step); at < 70; at += step) {
      const { before, secret, after } = make(at);
      if (at >= secret.length) break;
      await show(`\r\n${before}${secret.slice(0, at)}`);
      for (let n = 0; n < 3; n += 1) {
        await rest();
        for (const [, channel] of told) channel();
      }
      await show(`${secret.slice(at)}${after}.`);
      await rest();
      for (const [name, channel] of told) {
        const longest = longestShown(secret, channel());
        if (longest >= limits.restedSecretChars) found.push({ name, at, longest });
      }
    }
    expect(found).toEqual([]);
    const before = told.map(([, channel]) => channel().length);
    await show('\r\nthe end \r\n');
    // A cast holds typed input back for longer.
    for (let n = 0; n < 6; n += 1) await rest();
    const lacking = told.filter(([, channel], at) => !channel().slice(before[at]).includes('the end'));
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
    const desk = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
    const command = `read start; printf '${begin}%s' "$HALF"`;
    const session = openSession(desk, { name: 'dev', command, env: { HALF: half } });
    const told = channels[name]!(session, desk, server);
    session.write(Buffer.from('\r'));
    await session.exited;
    await new Promise(setImmediate);
    expect(longestShown(half, told())).toBeLessThan(limits.restedSecretChars);
  });
});
