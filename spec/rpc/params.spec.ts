/** For any invalid parameter, the error names it and the expected type. It is never an internal error. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '#dialects/ptywright/dialect.ts';
import { matchers } from '#matchers/registry.ts';
import type { AnyMethod } from '#rpc/method.ts';
import { actions } from '#terminal/input/actions.ts';
import { program } from '../harness/programs.ts';
import { inProcessServer } from '../harness/server.ts';
import { type RawLine, type Reply, rawInProcess } from '../server/rawLine.ts';
import { type Kind, values } from './wrongValues.ts';

// A value that is invalid elsewhere is a valid file name for a raw transcript.
const before = process.cwd();
process.chdir(mkdtempSync(join(tmpdir(), 'ptywright-')));
afterAll(() => process.chdir(before));

/** The JSON types that each parameter accepts. This table is written by hand, because it tests the declarations. */
const takes: Readonly<Record<string, readonly Kind[]>> = {
  session: ['string'],
  program: ['string'],
  args: ['array'],
  cwd: ['string'],
  env: ['object'],
  clear_env: ['boolean'],
  rows: ['number'],
  cols: ['number'],
  pixel_width: ['number'],
  pixel_height: ['number'],
  name: ['string'],
  place: ['object'],
  reuse: ['boolean'],
  host: ['string'],
  labels: ['object'],
  tag: ['string'],
  tags: ['array'],
  scrollback: ['number'],
  widths: ['string'],
  transcript_max_chars: ['number'],
  terminal_replies: ['boolean'],
  redaction: ['object'],
  raw_transcript_path: ['string'],
  raw_transcript_append: ['boolean'],
  shell_integration: ['boolean'],
  close_on_disconnect: ['boolean'],
  key: ['string'],
  keep_ms: ['number'],
  details: ['boolean'],
  paced: ['boolean'],
  action: ['object'],
  actions: ['array'],
  enabled: ['boolean'],
  sessions: ['array'],
  adapters: ['array'],
  kinds: ['array'],
  output: ['boolean'],
  waits: ['boolean'],
  lifecycle: ['boolean'],
  port: ['number'],
  matcher: ['object'],
  selector: ['object'],
  gesture: ['object'],
  ambiguity: ['string'],
  timeout_ms: ['number'],
  wait_id: ['string'],
  evidence: ['string'],
  redact: ['boolean'],
  cells: ['string'],
  region: ['object'],
  if_changed_since: ['number'],
  start: ['number'],
  count: ['number'],
  since: ['number'],
  from: ['string'],
  to: ['string'],
  max_chars: ['number'],
  strip_escapes: ['boolean'],
  force: ['boolean'],
  recording: ['string'],
  label: ['string'],
  path: ['string'],
  format: ['string'],
  input: ['boolean'],
  max_bytes: ['number'],
  append: ['boolean'],
  offset: ['number'],
  interval_ms: ['number'],
  plugin: ['string'],
  manifest: ['object'],
  manifest_path: ['string'],
  adapter: ['string'],
  prior_adapter: ['string'],
  last_event_seq: ['number'],
  intent: ['string'],
  params: ['object'],
  states: ['array'],
  stable_ms: ['number'],
  send: ['object'],
  wait: ['object'],
  font_size: ['number'],
  font: ['string'],
  fps: ['number'],
  idle_ms: ['number'],
  progress: ['boolean'],
  theme: ['string', 'object'],
  cursor: ['boolean'],
  scale: ['number'],
  colors: ['object'],
  viewer: ['string'],
  down: ['number'],
  right: ['number'],
  data: ['string'],
  more: ['boolean'],
  size: ['object'],
  resize: ['boolean'],
  read_only: ['boolean'],
  inside: ['string'],
  raw: ['boolean'],
  take_over: ['boolean'],
  layers: ['boolean'],
  overlay: ['string'],
  panel: ['string'],
  layer: ['string', 'null'],
  x: ['number'],
  y: ['number'],
  z: ['number'],
  width: ['number', 'null'],
  height: ['number', 'null'],
  background: ['number', 'string', 'null'],
  focusable: ['boolean'],
  spans: ['array'],
  set_spans: ['array'],
  writes: ['array'],
  position: ['string'],
  mode: ['string'],
  changes: ['array'],
};

/** A picture may be rendered at half its size. */
const takesFractions = ['scale'];

/** Negative means up or left. */
const takesNegatives = ['down', 'right'];

/** Numbers that are not an integer from 0 to any of our limits. */
const noCount = ['-1', '0.5', '1e21', '1e400', '-1e400', '9007199254740993'];

const required: Readonly<Record<string, unknown>> = {
  session: 's1',
  program: '/bin/true',
  rows: 24,
  cols: 80,
  enabled: false,
  action: { type: 'text', value: '' },
  actions: [{ type: 'text', value: '' }],
  matcher: { type: 'contains_text', value: 'ready' },
  wait_id: 'w',
  selector: { type: 'exact', text: 'ready' },
  name: 'home',
  recording: 'r1',
  label: 'here',
  path: '/nowhere/a.cast',
  plugin: 'nobody',
  manifest: { name: 'mine', kind: 'matcher', version: '1' },
  manifest_path: '/nowhere/manifest.toml',
  key: 'b5a1c7e2-0f3d-4c55',
  adapter: 'e99',
  intent: 'fly',
  send: { intent: 'fly' },
  colors: {},
  viewer: 'v99',
  data: '',
  overlay: 'o99',
  panel: 'p99',
  layer: null,
  x: 0,
  y: 0,
  height: 1,
  position: 'top',
  mode: 'alternate',
  changes: [],
};

const declared = (methods as readonly AnyMethod<never>[]).filter(
  ({ params }) => Object.keys(params.shape).length > 0,
);

const base = ({ name, params }: AnyMethod<never>): Record<string, unknown> => {
  const needed = Object.keys(params.shape).filter(
    (key) => key in required && !params.shape[key].safeParse(undefined).success,
  );
  // These two close the session, so they get the id of a missing one. The session is then available for the next value.
  const given = Object.fromEntries(needed.map((key) => [key, required[key]]));
  if ('matcher' in given || 'selector' in given) return { ...given, timeout_ms: 0 };
  return name === 'session.close' || name === 'session.kill' ? { ...given, session: 's99' } : given;
};

describe('parameters', () => {
  const server = inProcessServer({ log: () => {} });
  let line: RawLine;
  beforeAll(async () => {
    line = rawInProcess(server);
    await line.ask(0, 'session.create', program('swallows-everything'));
    const ready = { session: 's1', matcher: { type: 'contains_text', value: 'ready' } };
    expect((await line.ask(1, 'session.wait', ready)).result).toMatchObject({ matched: true });
  });
  afterAll(() => server.close());

  const ask = async (method: string, params: string): Promise<Reply> => {
    line.send(`{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`);
    let reply = await line.reply();
    // Skips notifications, which viewers of a session get.
    while (reply.method !== undefined) reply = await line.reply();
    expect(reply.id).toBe(7);
    expect(reply.error?.code, `${method} ${params.slice(0, 200)}`).not.toBe(-32603);
    return reply;
  };

  /** Returns the base with one field replaced by JSON text. */
  const paramsWith = (given: Record<string, unknown>, path: string, json: string): string => {
    const [first = '', ...rest] = path.split('.');
    const inner = rest.length === 0 ? json : paramsWith(given[first] as never, rest.join('.'), json);
    const others = Object.entries(given)
      .filter(([key]) => key !== first)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`);
    return `{${others.join('')}"${first}":${inner}}`;
  };

  const expectRefused = ({ error }: Reply, path: string, what: string) => {
    expect(error?.code, `${what} is refused`).toBe(-32602);
    expect(error!.data.path, what).toSatisfy(
      (named: string) => named === path || named.startsWith(`${path}.`),
      `at ${path} or below`,
    );
    expect(error!.data.reason, what).toEqual(expect.any(String));
    expect(error!.message, what).toContain(error!.data.reason);
    expect(error!.message.length, what).toBeLessThan(2000);
  };

  it('every parameter is in the table of this spec', () => {
    const names = new Set(declared.flatMap(({ params }) => Object.keys(params.shape)));
    expect([...names].filter((name) => !(name in takes))).toEqual([]);
  });

  for (const method of declared) {
    for (const field of Object.keys(method.params.shape)) {
      it(`${method.name}: ${field}`, async () => {
        const kinds = takes[field]!;
        for (const { json, kind } of values) {
          if (field === 'timeout_ms' && ['65537', 'null'].includes(json)) continue; // Valid: a wait would start.
          const reply = await ask(method.name, paramsWith(base(method), field, json));
          const absent = kind === 'null' && method.params.shape[field].safeParse(undefined).success;
          if (absent) expect(reply.error?.data.path, `null is an absent ${field}`).not.toBe(field);
          if (absent) continue;
          const wrong =
            !kinds.includes(kind) ||
            (kind === 'number' &&
              field !== 'start' &&
              noCount.includes(json) &&
              !(json === '0.5' && takesFractions.includes(field)) &&
              !(json === '-1' && takesNegatives.includes(field)));
          const what = `${method.name} ${field}=${json.slice(0, 40)}`;
          if (!wrong) continue;
          expectRefused(reply, field, what);
          expect(reply.error!.data, what).toHaveProperty('got');
          // The error contains the received value, unless it is too long.
          if (kind === 'null') expect(reply.error!.data.got).toBe('null');
          if (kind === 'boolean') expect(reply.error!.data.got).toBe(`boolean ${json}`);
          if (kind === 'array' && !Array.isArray(reply.error!.data.got) && reply.error!.data.path === field)
            expect(reply.error!.data.got).toMatch(/^array/);
        }
        expect((await ask('session.list', '{}')).result).toBeDefined();
      });
    }

    it(`${method.name}: an unknown field`, async () => {
      const loose = (await ask(method.name, paramsWith(base(method), 'no_such_field', '1'))) as Reply;
      if (method.name === 'initialize' || method.name === 'initialized') expect(loose.error).toBeUndefined();
      else expectRefused(loose, 'no_such_field', `${method.name} with a field too many`);
    });

    for (const field of Object.keys(base(method)).filter((name) => name !== 'timeout_ms')) {
      it(`${method.name}: without ${field}`, async () => {
        const { [field]: _, ...rest } = base(method);
        const reply = await ask(method.name, JSON.stringify(rest));
        expectRefused(reply, field, `${method.name} without ${field}`);
        expect(reply.error!.data.got).toBe('nothing');
      });
    }
  }

  it.each([
    ['session.find', { selector: { type: 'exact', text: 'ready' }, timeout_ms: null, ambiguity: null }],
    [
      'session.find',
      { selector: { type: 'exact', text: 'ready' }, redaction: { enabled: true, extra_literals: null } },
    ],
    ['session.wait', { matcher: { type: 'contains_text', value: 'ready', rows: null, region: null } }],
    ['session.wait', { matcher: { type: 'cursor_at', value: { row: null, col: null } } }],
    [
      'layer.batch',
      { changes: [{ overlay: 'o1', x: null, z: null, spans: [{ text: 'a', id: null, fg: null }] }] },
    ],
  ])('null is an absent field of %s: %j', async (method, params) => {
    await ask('overlay.create', '{"session":"s1","x":0,"y":0}');
    expect((await ask(method, JSON.stringify({ session: 's1', ...params }))).error).toBeUndefined();
  });

  it('null stays null where it is one of the values', async () => {
    const { result } = await ask('overlay.create', '{"session":"s1","x":0,"y":0,"background":1,"z":null}');
    const { overlay } = result as { overlay: string };
    const at = { session: 's1', overlay };
    await ask('overlay.change', JSON.stringify({ ...at, x: null, background: null }));
    const read = await ask('overlay.get', JSON.stringify(at));
    expect(read.result).toMatchObject({ x: 0, background: null });
  });

  it.each([
    ['session.create', { program: '/bin/true', args: [null] }, 'args.0'],
    ['session.create', { program: '/bin/true', env: { A: null }, cwd: null }, 'env.A'],
    ['session.create', { program: null, cwd: null }, 'program'],
    [
      'session.wait',
      { session: 's1', timeout_ms: null, matcher: { type: 'contains_text', value: null } },
      'matcher.value',
    ],
    ['session.list', { details: null, nowhere: null }, 'nowhere'],
  ])('null is refused elsewhere: %s %j', async (method, params, path) => {
    const { error } = await ask(method, JSON.stringify(params));
    expect(error).toMatchObject({ code: -32602, data: { path, got: 'null' } });
  });

  it.each([...matchers.keys()])('the matcher %s', async (type) => {
    for (const { json } of values) {
      const matcher = `{"type":"${type}","value":${json}}`;
      const reply = await ask('session.wait', `{"session":"s1","timeout_ms":0,"matcher":${matcher}}`);
      if (reply.error?.code !== -32001 && reply.error?.code !== -32007 && reply.error)
        expectRefused(reply, 'matcher', `${type} ${json.slice(0, 40)}`);
    }
    const unknown = await ask(
      'session.wait',
      `{"session":"s1","matcher":{"type":"${type}","value":{},"no_such_field":1}}`,
    );
    expectRefused(unknown, 'matcher', `${type} with a field too many`);
  });

  it.each(Object.keys(actions).filter((type) => type !== 'kill'))('the action %s', async (type) => {
    const codes = new Set<string>();
    for (const { json } of values) {
      const action = `{"type":"${type}","value":${json}}`;
      const reply = await ask('session.input', `{"session":"s1","action":${action}}`);
      if (reply.error && ![-32006, -32000].includes(reply.error.code))
        expectRefused(reply, 'action', `${type} ${json.slice(0, 40)}`);
      codes.add(String(reply.error?.code ?? 'sent'));
    }
    expect(codes, 'something was refused').toContain('-32602');
  });

  it.each(['', 'x', 'constructor', '__proto__', 'Contains_Text'])(
    'no matcher and no action is called %j',
    async (type) => {
      const named = JSON.stringify({ type });
      expectRefused(await ask('session.wait', `{"session":"s1","matcher":${named}}`), 'matcher', type);
      expectRefused(await ask('session.input', `{"session":"s1","action":${named}}`), 'action', type);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype'])('the key %s, at any level', async (key) => {
    const env = await ask('session.create', `{"program":"/bin/true","env":{"${key}":"x"}}`);
    expect(env.error).toMatchObject({ code: -32602, data: { path: `env.${key}`, reason: 'prototype_key' } });
    const top = await ask('session.list', `{"${key}":{"details":true}}`);
    expect(top.error).toMatchObject({ code: -32602, data: { path: key, reason: 'prototype_key' } });
  });
});
