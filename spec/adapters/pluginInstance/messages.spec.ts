import { describe, expect, it } from 'vitest';
import { readMessage } from '#adapters/pluginInstance.ts';
import { limits } from '#limits.ts';

const rule = { rule: 'prompt', matched: true, rows: [3], why: 'it ends in $' };
const answer = (trace: unknown, value: unknown = 1) => ({
  kind: 'answered',
  id: 1,
  json: JSON.stringify({ value, trace }),
});

describe('a valid message of a worker', () => {
  it('is read', () => {
    expect(readMessage({ kind: 'ready' })).toEqual({ kind: 'ready' });
    const loaded = { kind: 'loaded', exports: ['run'], compiled: { main: new Uint8Array(3) } };
    expect(readMessage(loaded)).toEqual(loaded);
    expect(readMessage(answer([rule], { a: [null] }))).toEqual({
      kind: 'answered',
      id: 1,
      json: { value: { a: [null] }, suspended: false, trace: [rule] },
    });
    const nil = { kind: 'answered', id: 1, json: '{"suspended":false,"trace":[]}' };
    expect(readMessage(nil)).toEqual({ ...nil, json: { suspended: false, trace: [] } });
    const failed = { kind: 'failed', id: 2, reason: 'error', message: 'main.lua:1: x', calls: '' };
    expect(readMessage(failed)).toEqual(failed);
    expect(readMessage({ ...failed, id: undefined })).toEqual({ ...failed, id: undefined });
    expect(readMessage({ kind: 'log', level: 'warn', text: 'x' })).toEqual({
      kind: 'log',
      level: 'warn',
      text: 'x',
    });
  });
});

const long = 'x'.repeat(2 * limits.pluginMessageChars + 1);
const failed = { kind: 'failed', id: 1, reason: 'error', message: '', calls: '' };

describe('an invalid message of a worker', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ready'],
    ['a list', ['ready']],
    ['another kind', { kind: 'rule' }],
    ['a kind of JavaScript', { kind: 'constructor' }],
    ['a kind that is none', { kind: {} }],
    ['exports that are no list', { kind: 'loaded', exports: { length: 1 }, compiled: {} }],
    ['exports that are no names', { kind: 'loaded', exports: [{}], compiled: {} }],
    ['a long name', { kind: 'loaded', exports: [long], compiled: {} }],
    ['no compiled files', { kind: 'loaded', exports: [] }],
    ['compiled files that are no bytes', { kind: 'loaded', exports: [], compiled: { main: [27] } }],
    [
      'too many exports',
      { kind: 'loaded', exports: new Array(limits.pluginExports + 1).fill('f'), compiled: {} },
    ],
    ['an id that is none', { ...answer([]), id: '1' }],
    ['an answer that is no JSON', { kind: 'answered', id: 1, json: '{' }],
    ['an answer that is no object', { kind: 'answered', id: 1, json: 'null' }],
    ['an answer that is too long', answer([], 'x'.repeat(4 * limits.pluginValueBytes))],
    ['an answer as a value', { kind: 'answered', id: 1, value: 1, trace: [] }],
    ['no trace', answer(undefined)],
    ['a trace of nothing', answer([null])],
    ['a rule without a name', answer([{ ...rule, rule: undefined }])],
    ['a rule that may have matched', answer([{ ...rule, matched: 1 }])],
    ['a rule on rows that are none', answer([{ ...rule, rows: ['1'] }])],
    ['a rule with a long reason', answer([{ ...rule, why: long }])],
    ['a failure for a reason of its own', { ...failed, reason: 'closed' }],
    ['a failure with a long message', { ...failed, message: long }],
    ['a failure with long calls', { ...failed, calls: long }],
    ['a failure with an id that is none', { ...failed, id: null }],
    ['a level that is none', { kind: 'log', level: 'fatal', text: '' }],
    ['a long line', { kind: 'log', level: 'info', text: long }],
  ])('%s', (_, message) => {
    expect(readMessage(message)).toBeUndefined();
  });
});
