/** A request with hundreds of thousands of wrong values is refused without an issue for each of them. */
import { expect, it, vi } from 'vitest';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { limits } from '#limits.ts';
import type { Dialect } from '#rpc/dialect.ts';
import { formatParamsProblem, parseParams } from '#rpc/params.ts';

/** The refusal in words, and the number of issues that zod made for it. */
function refusalOf(dialect: Dialect<never>, name: string, params: object) {
  const method = dialect.methods.get(name)!;
  const parse = vi.fn((...args: readonly unknown[]) => method.params.safeParse(...args));
  const counting = Object.create(method.params, { safeParse: { value: parse } });
  const read = parseParams({ ...method, params: counting }, params, limits);
  const refused = 'problem' in read ? formatParamsProblem(read.problem) : 'accepted';
  const issues = parse.mock.results.map(({ value }) => countIssues(value.error?.issues ?? []));
  return { refused, issues: issues.reduce((sum, one) => sum + one, 0) };
}

interface Issue {
  readonly errors?: readonly (readonly Issue[])[];
}

const countIssues = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { errors = [] }) => sum + 1 + countIssues(errors.flat()), 0);

const repeat = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);
const fieldsOf = (count: number) => Object.fromEntries(repeat(count, 0).map((zero, at) => [`k${at}`, zero]));

it.each<[string, Dialect<never>, string, object, string]>([
  [
    'spans of 93 overlays',
    ptywright as never,
    'layer.batch',
    { session: 's1', changes: repeat(93, { overlay: 'o1', spans: repeat(limits.layerSpans, { text: 0 }) }) },
    'changes.0.spans.0.text: expected string, got number',
  ],
  [
    'modifiers of a key, whose number has no limit',
    wrightty as never,
    'Input.sendKeys',
    { sessionId: 's1', keys: [{ key: 'Enter', modifiers: repeat(500_000, 0) }] },
    'keys.0.modifiers.0: not one of the known values, got number 0; expected Ctrl | Alt | Shift | Meta',
  ],
])('%s', (_, dialect, name, params, refused) => {
  const refusal = refusalOf(dialect, name, params);
  expect(refusal.refused).toBe(refused);
  expect(refusal.issues).toBeLessThan(10);
});

it('looks at each wrong value of a smaller one, so that it finds a misspelled field', () => {
  const spans = repeat(limits.layerSpans, { text: 'a' });
  const params = { session: 0, overlay: 'o1', spans, widht: 1 };
  expect(refusalOf(ptywright as never, 'overlay.change', params)).toEqual({
    refused: 'widht: unknown field; did you mean width?',
    issues: 2,
  });
});

it.each([
  ['ptywright session.create', ptywright as never, 'session.create', { program: 'cat' }],
  ['wrightty Session.create', wrightty as never, 'Session.create', {}],
] as const)('%s refuses an object with too many fields before it is parsed', (_, dialect, name, rest) => {
  const most = limits.objectFields;
  const many = { ...rest, env: fieldsOf(most + 1) };
  expect(refusalOf(dialect, name, many)).toEqual({
    refused: `env: too large: at most ${most} fields, got ${most + 1} fields`,
    issues: 0,
  });
  const nested = { ...rest, env: [[1, null, { inner: fieldsOf(most + 1) }]] };
  expect(refusalOf(dialect, name, nested)).toEqual({
    refused: `env.0.2.inner: too large: at most ${most} fields, got ${most + 1} fields`,
    issues: 0,
  });
  const allowed = refusalOf(dialect, name, { ...rest, env: fieldsOf(most) });
  expect(allowed).toEqual({ refused: 'env.k0: expected string, got number', issues: most });
});
