/** Which sessions a gateway lists as lost. The broker is a fake, because reports and records must arrive in a fixed order. */
import { describe, expect, it } from 'vitest';
import type { Broker, Entry } from '#fleet/broker.ts';
import { Directory } from '#fleet/directory.ts';
import { limits } from '#limits.ts';
import { Emitter } from '#platform/lifetimes.ts';
import { HandClock } from '../harness/handClock.ts';

const report = {
  ...{ host: 'h1', instance: 'a', version: '1', labels: {}, sessions: 1, capacity: 4, lastId: 1 },
  ...{ cpu: 0, memoryFree: 1, memoryTotal: 2 },
};
const record = { session: 'h1/s1', name: null, tags: [] };

class FakeBroker {
  readonly connected = true;
  readonly onConnected = new Emitter<[connected: boolean]>().event;
  report: (key: string, value: unknown) => void = () => {};
  stored: unknown = report;
  /** What a reading of sessions returns. A promise delays it. */
  sessions: Promise<readonly Entry[]> = Promise.resolve([]);

  watch(_: string, listener: FakeBroker['report']) {
    this.report = listener;
    return { dispose: () => {} };
  }

  list(filter: string): Promise<readonly Entry[]> {
    return filter === 'host.*'
      ? Promise.resolve([{ key: 'host.h1', value: report, revision: 1 }])
      : this.sessions;
  }

  listSubset = (): Promise<readonly Entry[]> => this.sessions;
  ask = (): Promise<unknown> => Promise.resolve('no_responders');
  get = (key: string): Promise<Entry | undefined> =>
    Promise.resolve({ key, value: this.stored, revision: 1 });
}

async function startDirectory() {
  const broker = new FakeBroker();
  const clock = new HandClock();
  const directory = new Directory({
    broker: broker as unknown as Broker,
    clock,
    searchHosts: () => Promise.resolve(undefined),
  });
  await directory.start();
  return { broker, clock, directory };
}

const entriesOf = (...values: readonly object[]) =>
  Promise.resolve(values.map((value, at) => ({ key: `session.h1.s${at + 1}`, value, revision: at + 2 })));

describe('a directory', () => {
  it('does not list sessions as lost when their host is back', async () => {
    const { broker, clock, directory } = await startDirectory();
    const former = { ...record, session: 'h1/s0', lost: true };
    broker.sessions = entriesOf(former, record);
    const lost = new Promise((resolve) => directory.onLost((_, sessions) => resolve(sessions)));
    clock.pass(limits.hostSilenceMs);
    expect(await lost).toEqual([former, record]);
    broker.sessions = new Promise(() => {});
    broker.report('host.h1', report);
    expect(directory.lost()).toMatchObject([{ session: 'h1/s0' }]);
    directory.dispose();
  });

  it('lists them when the host that is back was restarted', async () => {
    const { broker, clock, directory } = await startDirectory();
    broker.sessions = entriesOf(record);
    const lost = new Promise((resolve) => directory.onLost((_, sessions) => resolve(sessions)));
    clock.pass(limits.hostSilenceMs);
    await lost;
    broker.sessions = entriesOf(record, { ...record, session: 'h1/s2' });
    const restarted = new Promise((resolve) => directory.onChange((...change) => resolve(change)));
    broker.stored = { ...report, instance: 'b' };
    broker.report('host.h1', broker.stored);
    expect(await restarted).toEqual(['h1', 'reachable']);
    expect(directory.lost()).toMatchObject([{ session: 'h1/s1' }]);
    await new Promise(setImmediate);
    expect(directory.lost()).toMatchObject([{ session: 'h1/s1' }]);
    directory.dispose();
  });

  it('ignores a report that the broker refused, of a start that was replaced', async () => {
    const { broker, directory } = await startDirectory();
    const changes: string[] = [];
    directory.onChange((_, change) => changes.push(change));
    broker.report('host.h1', { ...report, instance: 'b' });
    await broker.get('host.h1');
    expect(directory.instanceOf('h1')).toBe('a');
    const restarted = new Promise<void>((resolve) => directory.onChange(() => resolve()));
    broker.stored = { ...report, instance: 'c' };
    broker.report('host.h1', broker.stored);
    await restarted;
    expect(changes).toEqual(['restarted']);
    expect(directory.instanceOf('h1')).toBe('c');
    directory.dispose();
  });
});
