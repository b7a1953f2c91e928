/** The permission matrix: each plugin permission with each adapter method and each action of a plan. */
import { describe, expect, it } from 'vitest';
import { pluginPermissions } from '#adapters/manifest.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import type { Permission } from '#permissions.ts';
import { actions } from '#terminal/input/actions.ts';
import { aServer, faultOf } from '../../../session/driven.ts';
import { writePlugin } from './driven.ts';

/** Copied from the table of the protocol. */
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

/** Parameters of a method besides `adapter`. */
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

/** Returns its parameters as a plan, so that the host receives tables that no builder made. */
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

it('the table contains every adapter method', () => {
  const declared = methods.filter(({ name }) => name.startsWith('adapter.'));
  expect(Object.fromEntries(declared.map(({ name, needs }) => [name, needs]))).toEqual(needed);
});

describe.each(pluginPermissions)('without %s', (missing) => {
  const denied = (method: string) => needed[method]!.includes(missing);
  const refusal = (method: string) => ({ method, required_permission: missing });

  it('a plugin is refused where the permission is needed, and nowhere else', async () => {
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

  it('a server refuses every plugin', async () => {
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

describe('a plan with a handmade table', () => {
  const steps = Object.values(actions).map((action) => {
    const [first] = action.examples as readonly { readonly value?: unknown }[];
    return {
      type: action.name,
      needs: action.needs,
      ...(first!.value !== undefined && { value: first!.value }),
    };
  });

  it.each(steps)('gains no permission: $type', async ({ needs, ...step }) => {
    // Grants what the method needs, but not what the action needs.
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
      // Without input.write the method itself is refused and there is no plan, so it is granted here. The action may
      // fail for other reasons.
      await answered.catch((problem) => expect(problem.is('PermissionDenied')).toBe(false));
      return;
    }
    expect(await faultOf(answered, 'PermissionDenied')).toMatchObject({ required_permission: needs });
    await server.calls.adapter.wait({ adapter: 'e1', states: ['seen'] });
    expect((await server.calls.adapter.transcript({ adapter: 'e1' })).text).toBe('');
  });

  it('bypasses no permission with an expectation', async () => {
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
