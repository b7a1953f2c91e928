import { describe, expect, it } from 'vitest';
import { methods } from '#dialects/ptywright/dialect.ts';
import { mergeOutcomes, paramOf, routeOf } from '#fleet/routes.ts';

describe('the host that answers a method', () => {
  it('is in the id of a session, an adapter or a recording', () => {
    expect(routeOf('session.act')).toEqual({ to: 'ref', param: 'session' });
    expect(routeOf('adapter.turn')).toEqual({ to: 'ref', param: 'adapter' });
    expect(routeOf('recording.stop')).toEqual({ to: 'ref', param: 'recording' });
  });

  it('is decided for every method', () => {
    const local = methods.map(({ name }) => name).filter((name) => routeOf(name).to === 'local');
    expect(local.sort()).toEqual([
      'exit',
      'fleet.hosts',
      'initialize',
      'initialized',
      'plugin.validate_manifest',
      'rpc.discover',
      'server.capabilities',
      'server.close_page',
      'server.open_page',
      'shutdown',
    ]);
  });

  it('is found in parameters by name and by position', () => {
    expect(paramOf('session.resize', { session: 'h1/s1' }, 'session')).toBe('h1/s1');
    expect(paramOf('session.resize', ['h1/s1', 24, 80], 'session')).toBe('h1/s1');
    expect(paramOf('session.resize', undefined, 'session')).toBeUndefined();
  });
});

describe('results of several hosts', () => {
  const refused = { error: { code: -32007, message: 'no' } };

  it('are joined', () => {
    const results = [
      { result: { sessions: ['a/s1'], details: [] } },
      { result: { sessions: ['b/s1'], details: [] } },
    ];
    expect(mergeOutcomes('session.list', results)).toEqual({
      result: { sessions: ['a/s1', 'b/s1'], details: [] },
    });
    const cancelled = [false, true].map((one) => ({ result: { cancelled: one, wait_id: 'w' } }));
    expect(mergeOutcomes('session.cancel_wait', cancelled)).toEqual({
      result: { cancelled: true, wait_id: 'w' },
    });
    const names = [{ result: { names: ['a', 'b'] } }, { result: { names: ['b', 'c'] } }];
    expect(mergeOutcomes('baseline.list', names)).toEqual({ result: { names: ['a', 'b', 'c'] } });
  });

  it('count more than refusals', () => {
    expect(mergeOutcomes('session.list', [refused, { result: { sessions: [] } }])).toEqual({
      result: { sessions: [] },
    });
    expect(mergeOutcomes('session.list', [refused, refused])).toBe(refused);
  });
});
