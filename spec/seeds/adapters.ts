/**
 * The samples of the native protocol document for `adapter.*` and `plugin.*`. The plugin `echo` of
 * spec/programs/plugins replaces the built-in one of the document. `plugin` starts the adapter that the sample calls
 * e1.
 */
import { pluginPath } from '../harness/programs.ts';
import type { Seed } from './ptywright.ts';

const state = { state: 'ready', confidence: 1, evidence: 'echo plugin', last_intent: null };
const after = { ...state, last_intent: 'prompt_submitted' };
const prompt = { intent: 'send_prompt', params: { prompt: 'hello' } };
const adapter = 'e1';
const quiet = { kind: 'screen_stable', min_ms: 150 };
const seven = [
  'session.spawn',
  'session.kill',
  'session.resize',
  'screen.read',
  'transcript.read',
  'input.write',
  'matcher.wait',
];

const started = { adapter, plugin: 'echo', session: 's1', state };

export const adapterSeeds: readonly Seed[] = [
  {
    title: 'adapter.list',
    method: 'adapter.list',
    reply: {},
    contains: { list: 'plugins', one: { name: 'echo', kind: 'adapter' } },
  },
  {
    title: 'adapter.live',
    plugin: 'echo',
    method: 'adapter.live',
    reply: { adapters: [{ adapter, plugin: 'echo', session: 's1', sequence: 0, finished: false }] },
  },
  { title: 'adapter.start', method: 'adapter.start', params: { plugin: 'echo' }, reply: started },
  {
    title: 'adapter.start with all parameters',
    method: 'adapter.start',
    params: {
      plugin: 'echo',
      program: '/bin/sh',
      args: ['-c', 'read -r _'],
      cwd: '/',
      env: { A: 'b' },
      rows: 30,
      cols: 90,
      pixel_width: 900,
      pixel_height: 600,
    },
    reply: started,
  },
  {
    title: 'adapter.resume closes the earlier adapter',
    plugin: 'echo',
    method: 'adapter.resume',
    params: { plugin: 'echo', prior_adapter: adapter },
    reply: { adapter: 'e2', plugin: 'echo', session: 's2', state },
  },
  {
    title: 'adapter.resume without an earlier adapter',
    method: 'adapter.resume',
    params: { plugin: 'echo' },
    reply: started,
  },
  {
    title: 'adapter.state',
    plugin: 'echo',
    method: 'adapter.state',
    params: { adapter },
    reply: { state },
  },
  {
    title: 'adapter.send',
    plugin: 'echo',
    method: 'adapter.send',
    params: { adapter, ...prompt },
    reply: { state: after },
  },
  {
    title: 'adapter.wait with the defaults',
    plugin: 'echo',
    method: 'adapter.wait',
    params: { adapter },
    reply: { state, matched: quiet },
  },
  {
    title: 'adapter.wait with all parameters',
    plugin: 'echo',
    method: 'adapter.wait',
    params: { adapter, intent: 'wait_turn_matcher', params: {}, timeout_ms: 120_000, wait_id: 'w-1' },
    reply: { state, matched: quiet, wait_id: 'w-1' },
  },
  {
    title: 'adapter.turn with the defaults',
    plugin: 'echo',
    method: 'adapter.turn',
    params: { adapter, send: prompt },
    reply: { state: after, matched: quiet },
  },
  {
    title: 'adapter.turn with all parameters',
    plugin: 'echo',
    method: 'adapter.turn',
    params: {
      adapter,
      send: prompt,
      wait: { intent: 'wait_turn_matcher', params: {}, timeout_ms: 5000, wait_id: 'w-2' },
    },
    reply: { state: after, matched: quiet, wait_id: 'w-2' },
  },
  {
    title: 'adapter.cancel_wait with an unknown name',
    method: 'adapter.cancel_wait',
    params: { wait_id: 'w-3' },
    reply: { cancelled: false },
  },
  {
    title: 'adapter.snapshot',
    plugin: 'echo',
    method: 'adapter.snapshot',
    params: { adapter },
    reply: { size: { rows: 40, cols: 120 }, plain_text: '', cells: [], title: null },
  },
  {
    title: 'adapter.transcript',
    plugin: 'echo',
    method: 'adapter.transcript',
    params: { adapter },
    reply: { text: '' },
  },
  {
    title: 'adapter.inspect',
    plugin: 'echo',
    method: 'adapter.inspect',
    params: { adapter, redact: true },
    reply: {
      adapter,
      plugin: 'echo',
      state,
      plain_text: '',
      body_text: '',
      status_text: '',
      transcript_tail: '',
      sequence: 0,
    },
  },
  {
    title: 'adapter.close',
    plugin: 'echo',
    method: 'adapter.close',
    params: { adapter },
    reply: { closed: true },
  },
  {
    title: 'the lua matcher',
    plugin: 'echo',
    method: 'session.wait',
    params: {
      session: 's1',
      matcher: { type: 'lua', value: { plugin: 'echo', predicate: 'anchored', params: { anchor: 'ready' } } },
    },
    reply: {
      matched: true,
      hit: { kind: 'lua', plugin: 'echo', predicate: 'anchored', evidence: 'asked for ready' },
    },
  },
  {
    title: 'plugin.capabilities',
    method: 'plugin.capabilities',
    reply: { permissions: seven, embedded_lua: true, wasm: false },
  },
  {
    title: 'plugin.validate_manifest',
    method: 'plugin.validate_manifest',
    params: {
      manifest: { name: 'mine', kind: 'adapter', version: '1', runtime: 'lua', entrypoint: 'main.lua' },
    },
    reply: { valid: true },
  },
  {
    title: 'plugin.validate_manifest with an invalid manifest',
    method: 'plugin.validate_manifest',
    params: { manifest: { name: ' ', kind: 'adapter', version: '1' } },
    error: { code: -32602, data: { path: 'manifest.name' } },
  },
  {
    title: 'plugin.describe',
    method: 'plugin.describe',
    params: { plugin: 'echo' },
    reply: { plugin: 'echo', wait_matchers: [{ name: 'wait_turn_matcher' }], states: [] },
  },
  {
    title: 'plugin.load',
    method: 'plugin.load',
    params: { manifest_path: pluginPath('picks') },
    reply: { plugin: 'picks' },
  },
  { title: 'plugin.unload', method: 'plugin.unload', params: { plugin: 'echo' }, reply: { unloaded: true } },
  {
    title: 'plugin.unload with a running adapter',
    plugin: 'echo',
    method: 'plugin.unload',
    params: { plugin: 'echo' },
    error: { code: -32602 },
  },
  {
    title: '-32602 unknown adapter',
    method: 'adapter.state',
    params: { adapter: 'e9' },
    error: { code: -32602 },
  },
];
