/** The permission matrix, whole: each permission of a manifest with each method, and with each action of a plan. */
import { describe, expect, it } from 'vitest';
import { actions } from '../../../../src/core/input/index.ts';
import type { Permission } from '../../../../src/core/permissions.ts';
import { pluginPermissions } from '../../../../src/core/plugin/manifest.ts';
import { methods } from '../../../../src/dialects/ptywright/index.ts';
import { aServer, faultOf } from '../../../core/session/driven.ts';
import { writePlugin } from './driven.ts';

/** As the protocol's table has it. */
const needed: Readonly<Record<string, readonly Permission[]>> = {
  'adapter.list': [],
  'adapter.live': [],
  'adapter.start': ['session.spawn'],
  'adapter.resume': ['session.spawn'],
  'adapter.send': ['input.write'],
  'adapter.wait': ['matcher.wait'],
  'adapter.turn': ['input.write', 'matcher.wait'],
  'adapter.cancel_wait': [],
  'adapter.state': ['screen.read'],
  'adapter.snapshot': ['screen.read'],
  'adapter.inspect': ['screen.read'],
  'adapter.explain': ['screen.read'],
  'adapter.transcript': ['transcript.read'],
  'adapter.close': ['session.kill'],
};

/** What a method is called with besides the adapter. */
const rest: Readonly<Record<string, object>> = {
  'adapter.send': { intent: 'nothing' },
  'adapter.wait': { states: ['seen'] },
  'adapter.turn': { send: { intent: 'nothing' }, wait: { states: ['seen'] } },
};

const ofAdapter = Object.keys(needed).filter(
  (name) =>
    !['adapter.list', 'adapter.live', 'adapter.start', 'adapter.resume', 'adapter.cancel_wait'].includes(
      name,
    ),
);

/** Gives back its parameters as a plan, so that tables come to the host that no helper has built. */
const lua = `return {
  classify = function() return ptywright.state("seen") end,
  nothing = function() return {} end,
  by_hand = function(params) return { actions = params.steps } end,
}`;

function serverWith(name: string, permissions: readonly string[], grants?: ReadonlySet<Permission>) {
  const server = aServer({ allowPluginLoad: true, pluginLog: () => {}, ...(grants && { grants }) });
  server.server.world.plugins.load(writePlugin({ name, lua, permissions }));
  return server;
}

const without = (missing: string) => pluginPermissions.filter((one) => one !== missing);

it('the table names every method of adapters', () => {
  const declared = methods.filter(({ name }) => name.startsWith('adapter.'));
  expect(Object.fromEntries(declared.map(({ name, needs }) => [name, needs]))).toEqual(needed);
});

describe.each(pluginPermissions)('without %s', (missing) => {
  const denied = (method: string) => needed[method]!.includes(missing);
  const refusal = (method: string) => ({ method, required_permission: missing });

  it('a plugin is refused where it needs it, and nowhere else', async () => {
    const server = serverWith('narrow', without(missing));
    const { client } = server;
    for (const method of ['adapter.start', 'adapter.resume']) {
      const answered = client.send(method, { plugin: 'narrow' });
      if (denied(method)) expect(await faultOf(answered, 'PermissionDenied')).toEqual(refusal(method));
      else await answered;
    }
    if (denied('adapter.start')) return;
    for (const method of ofAdapter) {
      const answered = client.send(method, { adapter: 'e1', ...rest[method] });
      if (denied(method)) expect(await faultOf(answered, 'PermissionDenied')).toEqual(refusal(method));
      else await answered;
    }
    for (const method of ['adapter.list', 'adapter.live']) await client.send(method, {});
    await client.send('adapter.cancel_wait', { wait_id: 'w' });
  });

  it('a server refuses for every plugin', async () => {
    const grants = new Set(pluginPermissions.filter((one) => one !== missing));
    const server = serverWith('wide', pluginPermissions, grants);
    const { client } = server;
    for (const method of ['adapter.start', ...ofAdapter]) {
      const answered = client.send(method, {
        ...(method === 'adapter.start' ? { plugin: 'wide' } : { adapter: 'e1' }),
        ...rest[method],
      });
      if (denied(method)) expect(await faultOf(answered, 'PermissionDenied')).toEqual(refusal(method));
      else if (method !== 'adapter.start' && denied('adapter.start'))
        await faultOf(answered, 'AdapterUnknown');
      else await answered;
    }
  });
});

describe('a plan with a table that was built by hand', () => {
  const steps = Object.values(actions).map((action) => {
    const [first] = action.examples as readonly { readonly value?: unknown }[];
    return {
      type: action.name,
      needs: action.needs,
      ...(first!.value !== undefined && { value: first!.value }),
    };
  });

  it.each(steps)('gains nothing: $type', async ({ needs, ...step }) => {
    // What the method itself needs is granted, but for what the action needs.
    const permissions = without(needs === 'input.write' ? 'session.resize' : needs);
    const server = serverWith('handy', permissions);
    await server.calls.adapter.start({ plugin: 'handy' });
    const mark = { type: 'text', value: 'sent first\n' };
    const answered = server.calls.adapter.send({
      adapter: 'e1',
      intent: 'by_hand',
      params: { steps: [mark, step] },
    });
    if (needs === 'input.write') {
      // Without it the method itself is refused, so there is no plan; with it the action may only be out of place.
      await answered.catch((problem) => expect(problem.is('PermissionDenied')).toBe(false));
      return;
    }
    expect(await faultOf(answered, 'PermissionDenied')).toMatchObject({ required_permission: needs });
    await server.calls.adapter.wait({ adapter: 'e1', states: ['seen'] });
    expect((await server.calls.adapter.transcript({ adapter: 'e1' })).text).toBe('');
  });

  it('gains nothing by an expectation either', async () => {
    const server = serverWith('hopeful', without('matcher.wait'));
    await server.calls.adapter.start({ plugin: 'hopeful' });
    const steps = [
      { type: 'text', value: 'sent first\n', expect: { type: 'contains_text', value: 'sent first' } },
    ];
    const answered = server.calls.adapter.send({ adapter: 'e1', intent: 'by_hand', params: { steps } });
    expect(await faultOf(answered, 'PermissionDenied')).toMatchObject({
      required_permission: 'matcher.wait',
    });
    expect((await server.calls.adapter.transcript({ adapter: 'e1' })).text).toBe('');
  });
});
