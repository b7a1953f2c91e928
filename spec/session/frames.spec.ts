/** Mode 2026: a reader sees the last frame that the program finished. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { SynchronizedOutput } from '#session/outputPump.ts';
import { HandClock } from '../harness/handClock.ts';
import { aScreen } from '../terminal/aScreen.ts';
import { aServer, obeying } from './driven.ts';

const [begin, end] = ['\x1b[?2026h', '\x1b[?2026l'];

function held() {
  const clock = new HandClock();
  const { screen, replies } = aScreen(4, 40, { clock });
  let expired = 0;
  const showAll = () => {
    while (frames.showing) frames.showMore();
  };
  const frames = new SynchronizedOutput(
    {
      screen,
      apply: (bytes) => screen.feed(bytes),
      onTimeout: () => {
        expired++;
        showAll();
      },
    },
    clock,
  );
  return {
    clock,
    screen,
    frames,
    replies,
    expired: () => expired,
    showAll,
    feed: (...parts: string[]) => {
      for (const part of parts) {
        frames.feed(Buffer.from(part, 'latin1'));
        showAll();
      }
      return screen.text();
    },
  };
}

describe('output of an unfinished frame', () => {
  it('is hidden before its end', () => {
    const { feed, screen } = held();
    expect(feed(`old${begin}\x1b[2J\x1b[Hnew`)).toBe('old');
    expect(screen.modes.synchronizedOutput).toBe(true);
    expect(feed(' frame')).toBe('old');
    expect(feed(`s${end}, and more`)).toBe('new frames, and more');
    expect(screen.modes.synchronizedOutput).toBe(false);
  });

  it('is held back at any cut of the output', () => {
    const all = `old${begin}\x1b[2J\x1b[Hnew${end}\x1b[1;4H!${begin}\x1b[2J\x1b[Hlast${end}`;
    for (let cut = 1; cut < all.length; cut++) {
      const { feed } = held();
      feed(all.slice(0, cut));
      expect(feed(all.slice(cut))).toBe('last');
    }
    const { feed } = held();
    const seen = new Set([...all].map((char) => feed(char)));
    expect([...seen]).toEqual(['o', 'ol', 'old', 'new', 'new!', 'last']);
  });

  it.each([
    ['behind another mode', '\x1b[?25;2026h', '\x1b[?2026l'],
    ['before another mode', '\x1b[?2026;25h', '\x1b[?2026;25l'],
    ['that a full reset ends', begin, '\x1bc\x1b[Hnew'],
  ])('is held back %s', (_, first, last) => {
    const { feed } = held();
    expect(feed(`old${first}\x1b[2J\x1b[Hnew`)).toBe('old');
    expect(feed(last)).toBe('new');
  });

  it('is visible at once if only the number of the mode occurs in it', () => {
    const { feed } = held();
    expect(feed('in 2026h and 2026l')).toBe('in 2026h and 2026l');
    expect(feed('\r\x1b[K\x1b[?2026$p', 'x')).toBe('x');
  });

  it('is visible after a timeout without an end, and at once until the next frame begins', () => {
    const { feed, clock, screen, expired } = held();
    feed(`old${begin}\r\x1b[Knew`);
    clock.pass(limits.heldFrameMs - 1);
    expect([screen.text(), expired()]).toEqual(['old', 0]);
    clock.pass(1);
    expect([screen.text(), expired()]).toEqual(['new', 1]);
    expect(feed('er')).toBe('newer');
    expect(feed(`${end}${begin}\r\x1b[K`)).toBe('newer');
    expect(feed(end)).toBe('');
    expect(clock.pending).toBe(0);
  });

  it('is visible at once if it is very long', () => {
    const { feed, clock, screen } = held();
    feed(begin);
    for (let sent = 0; sent <= limits.heldFrameBytes; sent += 1024) {
      expect(screen.text()).toBe('');
      feed('x'.repeat(1024));
    }
    expect(screen.text()).toContain('x');
    expect(feed('\r\ny').endsWith('y')).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('is seen at the end of the program', () => {
    const { feed, frames, screen, clock, showAll } = held();
    feed(`${begin}last words`);
    frames.flush();
    showAll();
    expect(screen.text()).toBe('last words');
    expect(clock.pending).toBe(0);
  });
});

describe('a session', () => {
  it('shows the last finished frame in snapshots and waits, and all of it when the program ends', async () => {
    const server = aServer();
    const { session, show, say } = await obeying(server);
    await show('first');
    await show(`${begin}\x1b[2J\x1b[Hsecond`);
    expect(await server.calls.session.snapshot({ session })).toMatchObject({
      plain_text: expect.stringMatching(/^first$/m),
    });
    expect(await server.calls.session.snapshot({ session })).toMatchObject({
      plain_text: expect.not.stringContaining('second'),
    });
    const { hit } = await server.calls.session.wait({
      session,
      matcher: { type: 'contains_text', value: 'second' },
    });
    expect(hit).toMatchObject({ row: 0, col: 0 });
    await say(`${begin}\x1b[2J\x1b[Hthird${end}`);
    await server.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'third' } });
  });

  it('with a slow frame does not block other sessions', async () => {
    const { calls, server } = aServer();
    const [rows, cols, erasures] = [500, 200, 800];
    const script = `printf '\\033[?2026h'
      awk 'BEGIN { for (i = 0; i < ${erasures}; i++) printf "\\033[2J" }'
      printf '\\033[Hframe\\033[?2026l'; exec cat`;
    const other = await obeying({ calls });
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', script], rows, cols });
    const { transcript } = server.world.sessions.get(session);
    let visible = false;
    const waited = calls.session
      .wait({ session, matcher: { type: 'contains_text', value: 'frame' } })
      .then(() => {
        visible = true;
      });
    let answered = 0;
    while (!visible) {
      await calls.session.snapshot({ session: other.session });
      if (transcript.tail(8) === '\x1b[?2026l') answered++;
    }
    await waited;
    expect(answered).toBeGreaterThan(3);
  });
});
