/**
 * How to cause each fault through the protocol, and its expected data.
 * Long because it is one table with one row per fault.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FaultName } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Permission, permissionNames } from '#permissions.ts';
import type { ServerOptions } from '#server/server.ts';
import type { NotingClient } from '../harness/connection.ts';
import { pluginPath } from '../harness/programs.ts';
import type { runInProcess } from '../harness/server.ts';

type Served = ReturnType<typeof runInProcess>;

export interface Provocation {
  readonly fault: FaultName;
  readonly title: string;
  readonly code: number;
  readonly options?: Partial<ServerOptions>;
  readonly program?: string;
  /** Sends the refused request. `session` is the id of the program, if one is named. */
  provoke(client: NotingClient, session: string, served: Served): Promise<unknown>;
  readonly data?: object;
}

export const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
const taken = join(folder, 'taken');
writeFileSync(taken, 'somebody else wrote this');

export const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const without = (...denied: readonly Permission[]) => ({
  grants: new Set(permissionNames.filter((name) => !denied.includes(name))),
});
const absent = { type: 'contains_text', value: 'absent' } as const;

/** Starts a wait. Requests of one connection start in order, so the server has accepted it. */
async function waiting(client: NotingClient, session: string, more: object = {}, signal?: AbortSignal) {
  const answer = client.send('session.wait', { session, matcher: absent, ...more }, { signal });
  answer.catch(() => {});
  expect(await client.calls.session.info({ session })).toMatchObject({ pending_waits: 1 });
  return { answer };
}

export const provocations: readonly Provocation[] = [
  {
    fault: 'Invalid',
    title: 'a field that is wrong',
    code: -32602,
    provoke: (client) => client.send('session.create', { program: 'sh', rows: 'many' }),
    data: { path: 'rows', reason: 'expected number', expected: 'number', got: 'string of 4 characters' },
  },
  {
    fault: 'Invalid',
    title: 'a pattern that RE2 does not take',
    code: -32602,
    program: 'asks-name',
    provoke: (client, session) =>
      client.send('session.wait', { session, matcher: { type: 'screen_regex', value: '(?<!a)b' } }),
    data: { path: 'matcher.value', reason: expect.stringMatching(/regex|pattern|perl|invalid/i) },
  },
  {
    fault: 'Ambiguous',
    title: 'a selector that means several',
    code: -32009,
    program: 'prints-red',
    provoke: async (client, session) => {
      await client.send('session.wait', { session, matcher: { type: 'contains_text', value: 'on' } });
      return client.send('session.find', { session, selector: { type: 'exact', text: 'i' } });
    },
    data: {
      path: 'selector',
      matched: 2,
      candidates: [
        { row: 0, col: 0, text: 'i' },
        { row: 0, col: 3, text: 'i' },
      ],
    },
  },
  {
    fault: 'SessionUnknown',
    title: 'a session that never was',
    code: -32602,
    provoke: (client) => client.send('session.snapshot', { session: 's77' }),
    data: { path: 'session', session: 's77', reason: 'unknown_session' },
  },
  {
    fault: 'SessionUnknown',
    title: 'a session that was closed',
    code: -32602,
    program: 'asks-name',
    provoke: async (client, session) => {
      await client.calls.session.close({ session });
      return client.send('session.snapshot', { session });
    },
    data: { path: 'session', session: 's1' },
  },
  {
    fault: 'OverlayUnknown',
    title: 'an overlay that was deleted',
    code: -32602,
    program: 'asks-name',
    provoke: async (client, session) => {
      const { overlay } = await client.calls.overlay.create({ session, x: 0, y: 0 });
      await client.calls.overlay.delete({ session, overlay });
      return client.send('overlay.get', { session, overlay });
    },
    data: { path: 'overlay', overlay: 'o1', reason: 'unknown_overlay' },
  },
  {
    fault: 'PanelUnknown',
    title: 'a panel that never was, in a batch',
    code: -32602,
    program: 'asks-name',
    provoke: (client, session) => client.send('layer.batch', { session, changes: [{ panel: 'p1', z: 1 }] }),
    data: { path: 'changes.0.panel', panel: 'p1', reason: 'unknown_panel' },
  },
  {
    fault: 'NotFocusable',
    title: 'a panel that was made without a focus',
    code: -32011,
    program: 'asks-name',
    provoke: async (client, session) => {
      const { panel } = await client.calls.panel.create({ session, position: 'top', height: 1 });
      return client.send('layer.focus', { session, layer: panel });
    },
    data: { path: 'layer', layer: 'p1' },
  },
  {
    fault: 'InAlternateMode',
    title: 'the alternate mode, twice',
    code: -32012,
    program: 'asks-name',
    provoke: async (client, session) => {
      await client.calls.layer.set_mode({ session, mode: 'alternate' });
      return client.send('layer.set_mode', { session, mode: 'alternate' });
    },
    data: {},
  },
  {
    fault: 'NotInAlternateMode',
    title: 'the end of an alternate mode that never began',
    code: -32012,
    program: 'asks-name',
    provoke: (client, session) => client.send('layer.set_mode', { session, mode: 'normal' }),
    data: {},
  },
  {
    fault: 'SessionClosed',
    title: 'a program that ends while one waits',
    code: -32002,
    program: 'asks-name',
    provoke: async (client, session) => {
      const { answer } = await waiting(client, session);
      await client.calls.session.kill({ session, force: true });
      return answer;
    },
    data: { session: 's1', exit: { exit_code: null, signal: 'SIGKILL' } },
  },
  {
    fault: 'SessionClosed',
    title: 'a session that is closed while one waits',
    code: -32002,
    program: 'asks-name',
    provoke: async (client, session) => {
      const { answer } = await waiting(client, session);
      client.calls.session.close({ session }).catch(() => {});
      return answer;
    },
    data: { session: 's1', exit: null },
  },
  {
    fault: 'SessionClosed',
    title: 'input to a program that has ended',
    code: -32002,
    program: 'dies-with-7',
    provoke: async (client, session) => {
      await client.calls.session.wait({ session, matcher: { type: 'process_exited' } });
      return client.send('session.input', { session, action: { type: 'text', value: 'x' } });
    },
    data: { session: 's1', exit: { exit_code: 7, signal: null } },
  },
  {
    fault: 'Timeout',
    title: 'a wait that is not satisfied',
    code: -32001,
    program: 'prints-ready',
    provoke: async (client, session) => {
      await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
      return client.send('session.wait', { session, matcher: absent, timeout_ms: 5 });
    },
    data: { session: 's1', timeout_ms: 5, screen: 'ready' },
  },
  {
    fault: 'Cancelled',
    title: 'by $/cancelRequest',
    code: -32005,
    program: 'asks-name',
    provoke: async (client, session) => {
      const cancel = new AbortController();
      const { answer } = await waiting(client, session, {}, cancel.signal);
      cancel.abort();
      return answer;
    },
    data: { reason: 'request' },
  },
  {
    fault: 'Cancelled',
    title: 'by its wait_id',
    code: -32005,
    program: 'asks-name',
    provoke: async (client, session) => {
      const { answer } = await waiting(client, session, { wait_id: 'mine' });
      expect(await client.calls.session.cancel_wait({ wait_id: 'mine' })).toEqual({
        cancelled: true,
        wait_id: 'mine',
      });
      return answer;
    },
    data: { reason: 'wait_id' },
  },
  {
    fault: 'Cancelled',
    title: 'by the end of the server',
    code: -32005,
    program: 'asks-name',
    provoke: async (client, session, { server }) => {
      const { answer } = await waiting(client, session);
      void server.close();
      return answer;
    },
    data: { reason: 'shutdown' },
  },
  ...(
    [
      ['session.spawn', 'session.create', { program: 'sh' }],
      ['session.kill', 'session.kill', {}],
      ['session.kill', 'session.close', {}],
      ['session.kill', 'session.input', { action: { type: 'kill' } }],
      ['session.kill', 'session.input', { action: { type: 'signal', value: 'int' } }],
      ['session.resize', 'session.resize', { rows: 24, cols: 80 }],
      ['session.resize', 'session.attach', { resize: true, size: { rows: 24, cols: 80 } }],
      ['session.resize', 'session.view', { viewer: 's1.v1', resize: true }],
      ['session.kill', 'session.detach_all', {}],
      ['session.resize', 'session.input', { action: { type: 'resize', value: { rows: 24, cols: 80 } } }],
      ['screen.read', 'session.snapshot', {}],
      ['screen.read', 'session.info', {}],
      ['screen.read', 'session.scrollback', {}],
      ['transcript.read', 'session.transcript', {}],
      ['transcript.read', 'server.set_notifications', { enabled: true }],
      ['input.write', 'session.input', { action: { type: 'text', value: 'x' } }],
      ['input.write', 'session.act', { actions: [{ type: 'text', value: 'x' }], matcher: absent }],
      ['matcher.wait', 'session.act', { actions: [{ type: 'text', value: 'x' }], matcher: absent }],
      ['matcher.wait', 'session.wait', { matcher: absent }],
      ['raw.read', 'session.snapshot', { redact: false }],
      ['raw.read', 'session.transcript', { redact: false }],
      ['raw.read', 'session.scrollback', { redact: false }],
      ['raw.read', 'session.wait', { redact: false, matcher: absent }],
      ['raw.read', 'session.create', { program: 'sh', redaction: { enabled: false } }],
      ['raw.write', 'session.create', { program: 'sh', raw_transcript_path: join(folder, 'denied') }],
      ['raw.write', 'recording.start', { path: join(folder, 'denied'), redact: false }],
      ['file.write', 'recording.start', { path: join(folder, 'denied') }],
    ] as const
  ).map(
    ([denied, method, params]): Provocation => ({
      fault: 'PermissionDenied',
      title: `${method} ${Object.keys(params)} without ${denied}`,
      code: -32004,
      options: without(denied),
      program: denied === 'session.spawn' ? undefined : 'asks-name',
      provoke: (client, session) =>
        client.send(method, { ...(takesSession(method) && { session }), ...params }),
      data: { method, required_permission: denied },
    }),
  ),
  {
    fault: 'InputHeld',
    title: 'input while another client holds the lock',
    code: -32010,
    program: 'asks-name',
    provoke: async (client, session, served) => {
      await (await served.connect()).calls.session.capture_input({ session, name: 'ada' });
      return client.send('session.input', { session, action: { type: 'text', value: 'x' } });
    },
    data: { session: 's1', holder: 'ada', person: false, from: 'everyone', since: expect.any(Number) },
  },
  {
    fault: 'ViewerUnknown',
    title: 'a viewer of another connection',
    code: -32602,
    program: 'asks-name',
    provoke: async (client, session, served) => {
      const { viewer } = await (await served.connect()).calls.session.attach({ session });
      return client.send('session.type', { session, viewer, data: 'x' });
    },
    data: { path: 'viewer', viewer: 's1.v1', reason: 'unknown_viewer' },
  },
  ...(
    [
      ['session.snapshot', { redact: false }],
      ['session.transcript', { redact: false }],
      ['session.wait', { redact: false, matcher: absent }],
      ['session.create', { program: 'sh', redaction: { enabled: false } }],
      ['session.create', { program: 'sh', raw_transcript_path: join(folder, 'enforced') }],
    ] as const
  ).map(
    ([method, params]): Provocation => ({
      fault: 'PermissionDenied',
      title: `${method} ${Object.keys(params)} where redaction is enforced`,
      code: -32004,
      options: { redactionEnforced: true },
      program: 'asks-name',
      provoke: (client, session) =>
        client.send(method, { ...(takesSession(method) && { session }), ...params }),
      data: { method, reason: 'redaction_enforced' },
    }),
  ),
  ...(
    [
      [{ program: 'no-such-program-anywhere' }, { path: 'program', reason: 'ENOENT' }],
      [{ program: '/etc/passwd' }, { path: 'program', reason: 'EACCES' }],
      [
        { program: '/bin/sh', cwd: '/no/such/folder' },
        { path: 'cwd', reason: 'ENOENT' },
      ],
      [
        { program: '/bin/sh', cwd: '/etc/passwd' },
        { path: 'cwd', reason: 'ENOTDIR' },
      ],
    ] as const
  ).map(
    ([params, data]): Provocation => ({
      fault: 'SpawnFailed',
      title: JSON.stringify(params),
      code: -32602,
      provoke: async (client) => {
        const refused = client.send('session.create', params);
        await refused.catch(() => {});
        expect(await client.calls.session.list()).toEqual({ sessions: [] });
        return refused;
      },
      data,
    }),
  ),
  {
    fault: 'FileRefused',
    title: 'a raw transcript where a file is',
    code: -32602,
    provoke: (client) => client.send('session.create', { program: 'sh', raw_transcript_path: taken }),
    data: { path: 'raw_transcript_path', file: taken, reason: 'EEXIST' },
  },
  {
    fault: 'ModeOff',
    title: 'a mouse gesture that the program did not enable',
    code: -32006,
    program: 'asks-name',
    provoke: (client, session) =>
      client.send('session.input', {
        session,
        action: { type: 'mouse', value: { event: 'click', row: 0, col: 0 } },
      }),
    data: { action: 'mouse' },
  },
  {
    fault: 'Busy',
    title: 'one marker too many',
    code: -32000,
    program: 'asks-name',
    provoke: async (client, session) => {
      const mark = (at: number) =>
        client.send('session.input', {
          session,
          action: { type: 'mark_transcript', value: { label: `m${at}` } },
        });
      for (let at = 0; at < limits.markers; at++) await mark(at);
      return mark(limits.markers);
    },
    data: { reason: 'busy', limit: 'markers', max: limits.markers },
  },
  {
    fault: 'NoHost',
    title: 'a place in a fleet, on a server without one',
    code: -32014,
    provoke: (client) => client.send('session.create', { program: 'sh', place: { labels: { gpu: 'yes' } } }),
    data: { reason: 'no_match', hosts: [] },
  },
  {
    fault: 'Unsupported',
    title: 'a mouse gesture in pixels on a terminal without a pixel size',
    code: -32007,
    program: 'wants-mouse-in-pixels',
    provoke: async (client, session) => {
      await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
      return client.send('session.input', {
        session,
        action: { type: 'mouse', value: { event: 'click', row: 0, col: 0 } },
      });
    },
    data: { reason: expect.stringContaining('pixel_width') },
  },
  {
    fault: 'PluginUnknown',
    title: 'a plugin that is not loaded',
    code: -32602,
    provoke: (client) => client.send('adapter.start', { plugin: 'nobody' }),
    data: { path: 'plugin', plugin: 'nobody', reason: 'unknown_plugin' },
  },
  {
    fault: 'AdapterUnknown',
    title: 'an unknown adapter',
    code: -32602,
    provoke: (client) => client.send('adapter.state', { adapter: 'e9' }),
    data: { path: 'adapter', adapter: 'e9', reason: 'unknown_adapter' },
  },
  {
    fault: 'PluginFailed',
    title: 'a plugin that gives no plan',
    code: -32603,
    options: { pluginLog: () => {} },
    provoke: async (client, _, { server }) => {
      server.world.plugins.load(pluginPath('picks'));
      const { adapter } = await client.calls.adapter.start({ plugin: 'picks', program: 'cat' });
      return client.send('adapter.send', { adapter, intent: 'presses_no_key' });
    },
    data: { plugin: 'picks', function: 'presses_no_key', reason: 'shape' },
  },
  {
    fault: 'ExpectationFailed',
    title: 'a step that sees something else than it expects',
    code: -32008,
    options: { pluginLog: () => {} },
    provoke: async (client, _, { server }) => {
      server.world.plugins.load(pluginPath('picks'));
      const { adapter } = await client.calls.adapter.start({ plugin: 'picks', program: 'cat' });
      return client.send('adapter.send', { adapter, intent: 'pick_blindly', params: { row: 'seven' } });
    },
    data: { intent: 'pick_blindly', step: 0, why: 'the row', screen: '' },
  },
  {
    fault: 'Internal',
    title: 'a world that fails',
    code: -32603,
    options: { log: () => {} },
    provoke: (client, _, { server }) => {
      server.world.namedWaits.cancel = () => {
        throw new Error(`broken, and it shows ${secret} in /home/somebody`);
      };
      return client.send('session.cancel_wait', { wait_id: 'w' });
    },
    data: {},
  },
  {
    fault: 'Internal',
    title: 'a reply that is not what was declared',
    code: -32603,
    options: { log: () => {} },
    provoke: (client, _, { server }) => {
      server.world.namedWaits.cancel = () => 'yes' as never;
      return client.send('session.cancel_wait', { wait_id: 'w' });
    },
    data: {},
  },
];

const takesSession = (method: string) =>
  (method.startsWith('session.') && method !== 'session.create') || method === 'recording.start';
