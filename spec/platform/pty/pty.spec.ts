/** The PTY layer in a separate process: descriptor limits, leaks, and a killed server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { checkPty, killStrays } from '#platform/pty/pty.ts';
import { times } from '../../soak/scale.ts';
import { Lifeline } from './lifeline.ts';
import { bundlePty, outside } from './outside.ts';
import { freshTag, programPath } from './running.ts';

const sessions = times(60, 500);
const slackRssMiB = 20;

let removeBundle = () => {};
beforeAll(async () => {
  removeBundle = await bundlePty();
});
afterAll(() => removeBundle());

describe('a server', () => {
  it('refuses a session when descriptors run out, and recovers when the last have ended', async () => {
    const { code, output } = await outside('opens-until-full.mjs', [], 'ulimit -n 64');
    expect({ code, output }).toMatchObject({ code: 0 });
    const { refused, opened } = JSON.parse(output);
    expect(refused).toEqual({ name: 'SpawnFailed', data: { path: '', reason: 'EMFILE' } });
    expect(opened).toBeGreaterThan(5);
  });

  it(`has its descriptors, threads and memory back after ${sessions} sessions`, async () => {
    const { code, output } = await outside('opens-and-closes.mjs', [String(sessions)]);
    expect({ code, output }).toMatchObject({ code: 0 });
    const { before, during, after } = JSON.parse(output);
    expect(during.descriptors - before.descriptors).toBe(2 * sessions);
    expect(during.threads - before.threads).toBe(sessions);
    expect(Math.abs(after.descriptors - before.descriptors)).toBeLessThanOrEqual(2);
    expect(Math.abs(after.threads - before.threads)).toBeLessThanOrEqual(2);
    expect(after.rssMiB - before.rssMiB).toBeLessThanOrEqual(slackRssMiB);
  });

  it('that is killed takes its programs with it, and the next one finds the hidden ones', async () => {
    const prefix = `${freshTag()}.`;
    const [dying, hiding] = [
      ['plain', 'double-fork'],
      ['job', 'setsid', 'nohup', 'ignores-hup-term'],
    ];
    const lifelines = new Map([...dying, ...hiding].map((kind) => [kind, new Lifeline()]));
    const pairs = [...lifelines].map(([kind, { path }]) => `${kind}=${path}=${prefix}${kind}`);
    const { signal } = await outside('dies-with-sessions.mjs', [programPath('leaves-strays.sh'), ...pairs]);
    expect(signal).toBe('SIGKILL');
    const gone = (kinds: string[]) => Promise.all(kinds.map((kind) => lifelines.get(kind)?.cut()));
    await gone(dying);
    expect(killStrays(prefix)).toBeGreaterThanOrEqual(hiding.length);
    await gone(hiding);
  });
});

describe('a round trip', () => {
  it('confirms that terminals work here', async () => {
    expect(await checkPty(systemClock)).toMatchObject({
      works: true,
      detail: expect.stringContaining('got ptywright'),
    });
  });
});
