/** From a method name and raw parameters to an outcome, without a terminal. */
import { describe, expect, it } from 'vitest';
import { z } from '#platform/schema.ts';
import { type DialectDeclaration, defineDialect, exportedMethods } from '#rpc/dialect.ts';
import { Dispatcher } from '#rpc/dispatch.ts';
import { type Caller, createMethodFactory } from '#rpc/method.ts';

interface World {
  readonly done: string[];
}

const method = createMethodFactory<World, z.ZodNull>({ params: z.strictObject({}), result: z.null() });
const declared = { summary: '' };

const methods = [
  method({
    ...declared,
    name: 'now',
    positional: ['word', 'count'],
    params: z.strictObject({ word: z.string(), count: z.int().default(1) }),
    result: z.object({ said: z.string() }),
    handle: ({ world }, { word, count }) => {
      world.done.push(word);
      return { said: word.repeat(count) };
    },
  }),
  method({
    ...declared,
    name: 'later',
    params: z.strictObject({}),
    result: z.object({ said: z.string() }),
    handle: ({ world }) => new Promise(() => world.done.push('begun')),
  }),
  method({
    ...declared,
    name: 'guarded',
    needs: ['first', 'second'],
    params: z.strictObject({}),
    result: z.null(),
    handle: ({ world }) => {
      world.done.push('guarded');
      return null;
    },
  }),
  method({
    ...declared,
    name: 'lies',
    params: z.strictObject({}),
    result: z.object({ said: z.string() }),
    handle: () => ({ said: 5 }) as never,
  }),
  method({
    ...declared,
    name: 'breaks',
    params: z.strictObject({ how: z.unknown() }),
    result: z.null(),
    handle: (_, { how }) => {
      throw how;
    },
  }),
];

it('finds the methods of a module, whatever else it exports', () => {
  const [first, second] = methods;
  const module = { second, first, nothing: null, text: 'handle', count: 1, other: {} };
  expect(exportedMethods(module)).toEqual([first, second]);
});

const caller = {} as Caller;
const patient = new AbortController();

function dispatchOver(
  world: World,
  options: {
    grants?: readonly string[];
    checkReplies?: boolean;
    hide?: string;
    parts?: Partial<DialectDeclaration<World>>;
  } = {},
) {
  const { hide = 'secret' } = options;
  const logged: string[] = [];
  const dispatch = new Dispatcher<World>({
    dialect: defineDialect<World>({
      name: 'toy',
      methods,
      events: [],
      codes: { PermissionDenied: -1, Cancelled: -2, Broken: -3 },
      ...options.parts,
    }),
    world,
    grants: new Set(options.grants ?? []),
    limits: { nullFields: 10, objectFields: 100, checkedValues: 1000 },
    redact: {
      text: (text) => text.replaceAll(hide, '***'),
      value: (json) => JSON.parse(JSON.stringify(json).replaceAll(hide, '***')),
    },
    sentences: { Cancelled: 'It was cancelled.', Internal: 'It failed.' },
    checkReplies: options.checkReplies ?? true,
    log: (name) => logged.push(name),
  });
  return { dispatch, logged };
}

describe('dispatch', () => {
  it.each([
    ['named', { word: 'ha', count: 2 }, { result: { said: 'haha' } }],
    ['by position', ['ha', 2], { result: { said: 'haha' } }],
    ['with a default', ['ha'], { result: { said: 'ha' } }],
    ['none at all', undefined, { error: { code: -32602, data: { path: 'word', got: 'nothing' } } }],
    ['too many', ['ha', 2, 3], { error: { code: -32602, data: { path: '2' } } }],
    [
      'wrong at a position',
      ['ha', 'two'],
      { error: { code: -32602, data: { path: 'count', got: 'string of 3 characters' } } },
    ],
    ['too much', { word: 'ha', words: 2 }, { error: { code: -32602, data: { path: 'words' } } }],
  ])('reads parameters %s', (_, params, outcome) => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(dispatch.run('now', params, caller, patient)).toMatchObject(outcome);
  });

  it('answers in the same turn if the result is available', () => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(dispatch.run('now', ['x'], caller, patient)).not.toBeInstanceOf(Promise);
  });

  it('refuses before the handler runs, with the first missing permission', () => {
    const world = { done: [] };
    const { dispatch } = dispatchOver(world, { grants: ['first'] });
    expect(dispatch.run('guarded', {}, caller, patient)).toMatchObject({
      error: { code: -1, data: { method: 'guarded', required_permission: 'second' } },
    });
    expect(world.done).toEqual([]);
  });

  it('answers a cancelled call at once, although its handler continues', async () => {
    const cancelled = new AbortController();
    const { dispatch } = dispatchOver({ done: [] });
    const outcome = dispatch.run('later', {}, caller, cancelled);
    cancelled.abort('request');
    expect(await outcome).toEqual({
      error: { code: -2, message: 'It was cancelled.', data: { fault: 'Cancelled', reason: 'request' } },
    });
  });

  it('checks replies against their declaration, if configured', () => {
    const { dispatch, logged } = dispatchOver({ done: [] });
    expect(dispatch.run('lies', {}, caller, patient)).toMatchObject({ error: { code: -32603, data: {} } });
    expect(logged).toEqual(['lies']);
    const trusting = dispatchOver({ done: [] }, { checkReplies: false });
    expect(trusting.dispatch.run('lies', {}, caller, patient)).toEqual({ result: { said: 5 } });
  });

  it.each([
    [
      'a fault of the dialect',
      Object.assign(new Error('a secret broke'), { name: 'Broken', data: { what: 'secret' } }),
      -3,
    ],
    ['an error without data', Object.assign(new Error('x'), { name: 'Broken' }), -32603],
    [
      'an error of a name that objects have',
      Object.assign(new Error('x'), { name: 'constructor', data: {} }),
      -32603,
    ],
    [
      'a fault that the dialect has no number for',
      Object.assign(new Error('x'), { name: 'Other', data: {} }),
      -32603,
    ],
    ['a string', 'secret', -32603],
  ])('gives %s its number, and hides secrets', (_, how, code) => {
    const { dispatch } = dispatchOver({ done: [] });
    const outcome = dispatch.run('breaks', { how }, caller, patient);
    expect(outcome).toMatchObject({ error: { code } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it.each([
    ['now', [], 'Invalid', -32602],
    ['guarded', {}, 'PermissionDenied', -1],
    [
      'breaks',
      { how: Object.assign(new Error('x'), { name: 'Broken', data: { fault: 'Other' } }) },
      'Broken',
      -3,
    ],
    ['breaks', { how: 'x' }, 'Internal', -32603],
    ['lies', {}, 'Internal', -32603],
  ])('names the fault of %s %j in the data', (name, params, fault, code) => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(dispatch.run(name, params, caller, patient)).toMatchObject({ error: { code, data: { fault } } });
  });

  it('never redacts the name of a fault', () => {
    const { dispatch } = dispatchOver({ done: [] }, { hide: 'Broken' });
    const how = Object.assign(new Error('Broken'), { name: 'Broken', data: { what: 'Broken' } });
    expect(dispatch.run('breaks', { how }, caller, patient)).toEqual({
      error: { code: -3, message: '***', data: { fault: 'Broken', what: '***' } },
    });
  });

  it.each([null, undefined])('survives a handler that throws %s', (how) => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(dispatch.run('breaks', { how }, caller, patient)).toMatchObject({ error: { code: -32603 } });
  });

  it.each(['constructor', '__proto__', 'toString', ''])('rejects the unknown method %j', (name) => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(dispatch.run(name, {}, caller, patient)).toMatchObject({
      error: { code: -32601, data: { method: name } },
    });
    expect(JSON.stringify(dispatch.run(name, {}, caller, patient))).not.toContain('fault');
  });

  it('shortens the name of a method that does not exist', () => {
    const { dispatch } = dispatchOver({ done: [] });
    expect(JSON.stringify(dispatch.run('x'.repeat(100_000), {}, caller, patient)).length).toBeLessThan(500);
  });

  it.each([
    ['no_such', {}, 'unknown', 'never heard of no_such'],
    ['now', {}, 'wrong', 'word: expected string, got nothing'],
    ['guarded', {}, 'failed', 'this server does not grant first'],
    ['lies', {}, 'failed', 'It failed.'],
  ])('maps %s %j to the codes of a dialect that has them', (name, params, code, message) => {
    const { dispatch } = dispatchOver(
      { done: [] },
      {
        parts: {
          codes: { MethodUnknown: 'unknown', Invalid: 'wrong', Internal: 'failed' },
          unknownMethod: (method) => `never heard of ${method}`,
        },
      },
    );
    expect(dispatch.run(name, params, caller, patient)).toMatchObject({ error: { code, message } });
  });
});
