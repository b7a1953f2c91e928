import { expect, it, onTestFinished } from 'vitest';
import { limits } from '#limits.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { serverWithPlugins, writePlugin } from '../../dialects/ptywright/adapter/driven.ts';

/** Shows the time that is set. Its timers are real, so that the program ends with its session. */
class SetClock implements Clock {
  ms = 0;
  now = () => this.ms;
  wall = () => this.ms;
  after = systemClock.after;
}

/** Each reading takes a moment. */
class SlowClock extends SetClock {
  override now = () => ++this.ms;
}

async function startOn(clock: SetClock, classify: string) {
  const running = serverWithPlugins({ clock });
  onTestFinished(() => running.close());
  running.server.world.plugins.load(
    writePlugin({ name: 'quiet', lua: `return { classify = function(ctx) ${classify} end }` }),
  );
  const { calls } = running.client;
  const { adapter } = await calls.adapter.start({ plugin: 'quiet' });
  return running.server.world.adapters.get(adapter);
}

const rests = (ms: number) => `
  if ctx.stable_ms >= ${ms} then return { state = "rests" } end
  return { state = "draws", recheck_ms = ${ms} - ctx.stable_ms }`;

it('schedules the next call at the end of the quiet period, however long it takes to read the screen', async () => {
  const { classifier, session } = await startOn(new SlowClock(), rests(500));
  const { recheckAt } = await classifier.classifyNow();
  expect(recheckAt).toBe(session.screen.lastVisibleChange + 500);
});

it('schedules the next call in time after a call shortly before the end of a quiet period', async () => {
  const clock = new SetClock();
  const { classifier } = await startOn(clock, rests(150));
  expect((await classifier.classifyNow()).state.state).toBe('draws');
  clock.ms += 149;
  expect(await classifier.classifyNow()).toMatchObject({
    state: { state: 'draws' },
    recheckAt: clock.ms + 1,
  });
  clock.ms += 1;
  expect((await classifier.classifyNow()).state.state).toBe('rests');
});

it('limits how often a plugin is called only because time has passed', async () => {
  const clock = new SetClock();
  const { classifier } = await startOn(clock, `return { state = "asks", recheck_ms = 1 }`);
  const begun = clock.ms;
  for (const after of [1, 1 + limits.recheckMs, 1 + 2 * limits.recheckMs]) {
    expect((await classifier.classifyNow()).recheckAt).toBe(begun + after);
    clock.ms = begun + after;
  }
});
