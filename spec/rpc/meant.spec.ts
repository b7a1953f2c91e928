/** A misspelled name is answered with a suggestion. */
import { describe, expect, it } from 'vitest';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { parseShape } from '#rpc/params.ts';
import { aServer, faultOf } from '../session/driven.ts';

const reasonOf = (name: string, params: object) => {
  const read = parseShape(ptywright.methods.get(name)!.params, params);
  return 'problem' in read ? [read.problem.path, read.problem.reason] : 'no problem';
};

const bell = { type: 'bell' };

describe('a field', () => {
  it.each<[string, string, object, string, string]>([
    ['of a method', 'session.wait', { sesion: 's1' }, 'session', ''],
    ['of a matcher', 'session.wait', { session: 's1', matcher: { ...bell, valeu: {} } }, 'value', 'matcher.'],
    [
      'of a value, as its matcher has it',
      'session.wait',
      { session: 's1', matcher: { type: 'cursor_at', value: { row: 1, col: 1, rwo: 2 } } },
      'row',
      'matcher.value.',
    ],
    [
      'in a matcher inside another',
      'session.wait',
      {
        session: 's1',
        matcher: { type: 'all', value: [{ type: 'idle', value: { min_ms: 1, minms: 1 } }] },
      },
      'min_ms',
      'matcher.value.0.value.',
    ],
    [
      'of an action in a list',
      'session.act',
      { session: 's1', matcher: bell, actions: [{ type: 'text', value: 'x', vallue: 1 }] },
      'value',
      'actions.0.',
    ],
    ['that is like none', 'session.wait', { session: 's1', matcher: bell, nonsense: 1 }, '', ''],
  ])('%s', (_, method, params, meant, at) => {
    const reason = meant === '' ? 'unknown field' : `unknown field; did you mean ${meant}?`;
    const [path, said] = reasonOf(method, params);
    expect([path!.startsWith(at), said]).toEqual([true, reason]);
  });

  it('is compared quickly even at the size limit of a message', () => {
    expect(reasonOf('session.wait', { session: 's1', matcher: bell, ['x'.repeat(1_000_000)]: 1 })[1]).toBe(
      'unknown field',
    );
  });
});

describe('a suggestion', () => {
  it.each<[string, object, string]>([
    ['session.wait', { session: 's1', matcher: { type: 'contain_text', value: 'x' } }, 'contains_text'],
    ['session.input', { session: 's1', action: { type: 'mose', value: {} } }, 'mouse'],
    ['session.snapshot', { session: 's1', cells: 'ful' }, 'full'],
  ])('%s %j', (method, params, meant) => {
    expect(reasonOf(method, params)[1]).toMatch(new RegExp(`; did you mean ${meant}\\?$`));
  });

  it('is sent for a misspelled method, and not for an unrelated one', async () => {
    const { client } = aServer();
    const said = (method: string) =>
      client.request(method as never, {} as never).catch(({ message }) => message);
    expect(await said('session.wiat')).toBe('unknown method session.wiat; did you mean session.wait?');
    expect(await said('make.coffee')).toBe('unknown method make.coffee');
  });

  it('is sent with the path of the wrong field', async () => {
    const { calls } = aServer();
    const requested = calls.session.wait({ session: 's1', matcher: { type: 'bel' } as never });
    expect(await faultOf(requested, 'Invalid')).toMatchObject({
      path: 'matcher.type',
      reason: '`type` is not a known type; did you mean bell?',
    });
  });
});
