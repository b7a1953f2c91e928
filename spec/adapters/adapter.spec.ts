import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  problemOf,
  type Server,
  serverWithPlugins,
  startPicks,
  writePlugin,
} from '../dialects/ptywright/adapter/driven.ts';

let running: Server;
beforeEach(() => {
  running = serverWithPlugins();
});
afterEach(() => running.close());

const says = (text: string) => ({ type: 'contains_text', value: text }) as const;

describe('the lifecycle of an adapter', () => {
  it('lists manifests with their default targets', async () => {
    const { plugins } = await running.client.calls.adapter.list();
    expect(plugins.find(({ name }) => name === 'echo')).toMatchObject({
      kind: 'adapter',
      default_target: { program: '/bin/sh', args: ['-lc', 'cat'] },
    });
  });

  it('lists open adapters, and removes closed ones', async () => {
    const { adapter } = running.client.calls;
    const first = await adapter.start({ plugin: 'echo' });
    const second = await adapter.start({ plugin: 'echo' });
    expect([first.adapter, second.adapter, first.session, second.session]).toEqual(['e1', 'e2', 's1', 's2']);
    expect((await adapter.live()).adapters.map((one) => one.adapter)).toEqual(['e1', 'e2']);
    expect(await adapter.close({ adapter: 'e1' })).toEqual({ closed: true });
    expect((await adapter.live()).adapters.map((one) => one.adapter)).toEqual(['e2']);
    expect((await running.client.calls.session.list()).sessions).toEqual(['s2']);
    const refusal = await problemOf(adapter.state({ adapter: 'e1' }));
    expect(refusal).toMatchObject({
      code: -32602,
      message: 'unknown adapter: e1',
      data: { fault: 'AdapterUnknown' },
    });
  });

  it('reports that a program exited', async () => {
    const { adapter } = running.client.calls;
    const e = await startPicks(running.client, 'one');
    await adapter.send({ adapter: e, intent: 'leave' });
    const { state } = await adapter.wait({ adapter: e, states: ['exited'] });
    expect(state).toMatchObject({ state: 'exited', metadata: { code: 3 }, last_intent: null });
    expect((await adapter.live()).adapters).toMatchObject([{ adapter: e, finished: true }]);
  });

  it('replaces another adapter', async () => {
    const { adapter } = running.client.calls;
    const prior = await startPicks(running.client, 'one');
    const next = await adapter.resume({ plugin: 'echo', prior_adapter: prior });
    expect(next.adapter).toBe('e2');
    expect((await adapter.live()).adapters.map((one) => one.adapter)).toEqual(['e2']);
  });

  it('leaves no program if its plugin fails to start', async () => {
    const broken = writePlugin({ name: 'broken', lua: 'return { classify = ' });
    const bare = writePlugin({ name: 'bare', lua: 'return { greet = function() end }' });
    const predicates = writePlugin({ name: 'predicates', lua: 'return {}', kind: 'matcher' });
    for (const path of [broken, bare, predicates]) running.server.world.plugins.load(path);
    const { adapter, session } = running.client.calls;
    expect(await problemOf(adapter.start({ plugin: 'broken' }))).toMatchObject({
      code: -32603,
      data: { fault: 'PluginFailed', plugin: 'broken', reason: 'load' },
    });
    expect(await problemOf(adapter.start({ plugin: 'bare' }))).toMatchObject({
      data: { fault: 'PluginFailed', function: 'classify', reason: 'shape' },
    });
    expect(await problemOf(adapter.start({ plugin: 'predicates' }))).toMatchObject({
      data: { fault: 'Invalid', path: 'plugin' },
    });
    expect((await session.list()).sessions).toEqual([]);
    // A failed start keeps no reference to its plugin.
    for (const plugin of ['broken', 'bare', 'predicates'])
      expect(await running.client.calls.plugin.unload({ plugin })).toEqual({ unloaded: true });
  });

  it('requires a program in the manifest or the call', async () => {
    running.server.world.plugins.load(
      writePlugin({ name: 'aimless', lua: 'return { classify = function() end }', toml: '' }),
    );
    const refusal = await problemOf(running.client.calls.adapter.start({ plugin: 'aimless' }));
    expect(refusal).toMatchObject({ code: -32602, data: { path: 'program' } });
  });
});

describe('the session of an adapter', () => {
  const read = async (params: object) => {
    const { adapter, session } = running.client.calls;
    const { session: id } = await adapter.start({
      plugin: 'picks',
      program: 'sh',
      args: ['-c', 'printf "%s %s %s" "$PICKS_COLOR" "$PICKS_MODE" "$(stty size)"'],
      ...params,
    });
    const { snapshot } = await session.wait({ session: id, matcher: { type: 'process_exited' } });
    return snapshot!.plain_text;
  };

  it('takes size and environment from the manifest', async () => {
    expect(await read({})).toBe('proposed required 12 50');
  });

  it('lets the caller override proposed variables, but not required ones', async () => {
    expect(await read({ env: { PICKS_COLOR: 'mine', PICKS_MODE: 'mine' }, rows: 20, cols: 70 })).toBe(
      'mine required 20 70',
    );
  });

  it('has the default size if none is given', async () => {
    const { adapter } = await running.client.calls.adapter.start({ plugin: 'echo' });
    expect(await running.client.calls.adapter.snapshot({ adapter })).toMatchObject({
      size: { rows: 40, cols: 120 },
    });
  });

  it('supports the session methods', async () => {
    const { calls } = running.client;
    const { adapter, session } = await calls.adapter.start({ plugin: 'echo', name: 'mine' });
    await calls.session.act({
      session: 'mine',
      actions: [{ type: 'text', value: 'hello\n' }],
      matcher: says('hello\nhello'),
    });
    expect(await calls.adapter.inspect({ adapter })).toMatchObject({
      plain_text: 'hello\nhello',
      body_text: 'hello\nhello',
      status_text: '',
      transcript_tail: 'hello\r\nhello\r\n',
    });
    expect((await calls.adapter.transcript({ adapter })).text).toBe('hello\r\nhello\r\n');
    await calls.session.close({ session });
    expect(await problemOf(calls.adapter.state({ adapter }))).toMatchObject({
      data: { fault: 'AdapterUnknown' },
    });
    expect(await calls.adapter.live()).toEqual({ adapters: [] });
  });
});
