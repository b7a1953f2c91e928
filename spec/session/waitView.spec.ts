/** A wait is evaluated only at the changes that it watches. */
import { expect, it } from 'vitest';
import type { CompiledMatcher, SessionChange } from '#matchers/matcher.ts';
import type { SearchArea } from '#matchers/sessionView.ts';
import { screenContextOf } from '#session/waitView.ts';
import { aServer, obeying } from './driven.ts';

function counting(
  watches: readonly SessionChange[],
  area?: SearchArea,
): CompiledMatcher & { evaluations: number } {
  return {
    evaluations: 0,
    area,
    watches: new Set(watches),
    evaluate() {
      this.evaluations += 1;
      return { miss: {} };
    },
  };
}

it('a wait is evaluated only at changes that it watches', async () => {
  const server = aServer();
  const { session, show } = await obeying(server);
  await show('first');
  const probes = {
    content: counting(['content']),
    cursor: counting(['cursor']),
    title: counting(['title']),
    bell: counting(['bell']),
    mode: counting(['mode']),
    output: counting(['output']),
    exit: counting(['exit']),
  };
  const live = server.server.world.sessions.get(session);
  const waits = Object.values(probes).map((probe) =>
    live.wait(probe, { timeoutMs: 60_000 }).result.catch(() => {}),
  );
  const counts = () =>
    Object.fromEntries(Object.entries(probes).map(([name, { evaluations }]) => [name, evaluations - 1]));
  const none = { content: 0, cursor: 0, title: 0, bell: 0, mode: 0, output: 0, exit: 0 };
  expect(counts()).toEqual(none);

  const steps: [string, object][] = [
    ['\x1b7\x1b[5;5Hx\x1b8', { content: 1, output: 1 }],
    ['\x1b7\x1b[5;5Hx\x1b8', { output: 2 }],
    ['\x1b[10;10H', { cursor: 1, output: 3 }],
    ['\x1b]2;title\x07', { title: 1, output: 4 }],
    ['\x07', { bell: 1, output: 5 }],
    ['\x1b[?1049h', { content: 2, cursor: 2, mode: 1, output: 6 }],
  ];
  let expected = none;
  for (const [text, change] of steps) {
    const from = (await server.calls.session.transcript({ session })).next;
    await show(text, { type: 'transcript_regex', value: '(?s).' });
    expect((await server.calls.session.transcript({ session })).next).toBeGreaterThan(from);
    expected = { ...expected, ...change };
    expect([text, pick(counts(), expected)]).toEqual([text, pick(expected, expected)]);
  }
  await server.calls.session.kill({ session, force: true });
  expect(probes.exit.evaluations).toBe(2);
  await Promise.all(waits);
});

/** Leaves out the cursor: a switch to the alternate screen moves it or not, depending on its position. */
const pick = (counts: Record<string, number>, like: object) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => name !== 'cursor' && name in like));

it('a wait on a region is not evaluated when its rows did not change', async () => {
  const server = aServer();
  const { session, show } = await obeying(server, { rows: 10, cols: 40 });
  const live = server.server.world.sessions.get(session);
  const probes = {
    top: counting(['content'], { row: 0, rows: 2 }),
    bottom: counting(['content'], { row: -1, rows: 1 }),
    either: counting(['content', 'title'], { row: 4, rows: 1 }),
  };
  const waits = Object.values(probes).map((probe) =>
    live.wait(probe, { timeoutMs: 60_000 }).result.catch(() => {}),
  );
  const counts = () => Object.values(probes).map(({ evaluations }) => evaluations - 1);
  for (let round = 0; round < 5; round++) await show(`\x1b[6;1Hround ${round}`);
  expect(counts()).toEqual([0, 0, 0]);
  await show('\x1b[2;1Htop');
  expect(counts()).toEqual([1, 0, 0]);
  await show('\x1b[10;1Hbottom');
  expect(counts()).toEqual([1, 1, 0]);
  await show('\x1b]2;title\x07');
  expect(counts()).toEqual([1, 1, 1]);
  await show('\r\nscrolled');
  expect(counts().every((count) => count >= 2)).toBe(true);
  const before = counts();
  await server.calls.session.resize({ session, rows: 5, cols: 40 });
  expect(counts()).toEqual(before.map((count) => count + 1));
  await server.calls.session.kill({ session, force: true });
  await Promise.all(waits);
});

it('the context of a plugin without `transcript.read` has no transcript text', async () => {
  const server = aServer();
  const { session, show } = await obeying(server);
  await show('first');
  const live = server.server.world.sessions.get(session);
  expect(screenContextOf(live, { permissions: new Set(['transcript.read']) }).transcript).toContain('first');
  const { rows, transcript, transcriptStart, transcriptCursor } = screenContextOf(live, {
    permissions: new Set(['screen.read']),
  });
  expect(rows.join('\n')).toContain('first');
  expect(transcript).toBe('');
  expect(transcriptStart).toBe(transcriptCursor);
});
