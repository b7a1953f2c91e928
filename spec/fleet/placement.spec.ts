import { describe, expect, it } from 'vitest';
import { choosePlace, listFree } from '#fleet/placement.ts';

const host = (name: string, more: object = {}) => ({
  host: name,
  version: '1.0.0',
  labels: {},
  reachable: true,
  sessions: 0,
  capacity: 10,
  cpu: 0,
  memoryFree: 9,
  memoryTotal: 10,
  denied: [],
  redactionEnforced: false,
  ...more,
});
const none = new Set<string>();

describe('a session is placed', () => {
  it('on the host with the fewest sessions', () => {
    expect(choosePlace([host('a', { sessions: 4 }), host('b', { sessions: 1 })], {}, none)).toBe('b');
  });

  it('away from busy processors and full memory', () => {
    const busy = [host('a', { cpu: 0.95 }), host('b', { sessions: 5 }), host('c', { memoryFree: 0 })];
    expect(choosePlace(busy, {}, none)).toBe('b');
  });

  it('by name and by labels', () => {
    const hosts = [host('a'), host('b', { sessions: 5, labels: { gpu: 'yes' } })];
    expect(choosePlace(hosts, { labels: { gpu: 'yes' } }, none)).toBe('b');
    expect(choosePlace(hosts, { host: 'b' }, none)).toBe('b');
    expect(choosePlace(hosts, { host: 'b', labels: { gpu: 'no' } }, none)).toBeUndefined();
  });

  it('on no host that is lost or was tried, and on one that seems full last', () => {
    const hosts = [host('a', { reachable: false }), host('b', { sessions: 10 }), host('c', { cpu: 1 })];
    expect(choosePlace(hosts, {}, none)).toBe('c');
    expect(choosePlace(hosts, {}, new Set(['c']))).toBe('b');
    expect(choosePlace(hosts, {}, new Set(['b', 'c']))).toBeUndefined();
  });
});

it('a refusal lists the free hosts', () => {
  const hosts = [host('a', { sessions: 10 }), host('b', { sessions: 7, labels: { region: 'eu' } })];
  expect(listFree(hosts, { host: 'a' })).toEqual({
    reason: 'full',
    hosts: [
      { host: 'b', free: 3, labels: { region: 'eu' } },
      { host: 'a', free: 0, labels: {} },
    ],
  });
  expect(listFree(hosts, { labels: { region: 'us' } }).reason).toBe('no_match');
});
