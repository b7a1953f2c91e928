/**
 * The server refuses what the types of the client refuse, and accepts what they accept. `tsc` checks the first half.
 */
import { expect, it } from 'vitest';
import { type FaultName, type Methods, Refusal } from '#client/index.ts';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

type MatcherSent = Methods['session.wait']['params']['matcher'];
type ActionSent = Methods['session.input']['params']['action'];
type Hit = NonNullable<Methods['session.wait']['result']['hit']>;

const wrongMatchers: readonly MatcherSent[] = [
  // @ts-expect-error No matcher has this type.
  { type: 'contains_txt', value: 'x' },
  // @ts-expect-error It needs a value.
  { type: 'contains_text' },
  // @ts-expect-error A position is not a string.
  { type: 'cursor_at', value: 'x' },
  // @ts-expect-error A row is a number.
  { type: 'cursor_at', value: { row: '0' } },
  // @ts-expect-error It takes no value.
  { type: 'process_exited', value: true },
  // @ts-expect-error A transcript has no rows.
  { type: 'transcript_contains', value: 'x', rows: { from: 0 } },
  // @ts-expect-error A region has four sides.
  { type: 'contains_text', value: 'x', region: { row: 0, col: 0 } },
  // @ts-expect-error One matcher is not a list.
  { type: 'any', value: { type: 'bell' } },
  // @ts-expect-error A nested matcher is invalid.
  { type: 'not', value: { type: 'all', value: [{ type: 'idle', value: 'soon' }] } },
];

const rightMatchers: readonly MatcherSent[] = [
  { type: 'contains_text', value: 'name', rows: { from: -24 } },
  { type: 'screen_regex', value: 'n.me', region: { row: 0, col: 0, rows: 1, cols: 9 } },
  { type: 'not', value: { type: 'any', value: [{ type: 'process_exited' }, { type: 'alternate_screen' }] } },
  { type: 'any', value: [{ type: 'changed' }, { type: 'changed', value: { since: 0 } }] },
];

const wrongActions: readonly ActionSent[] = [
  // @ts-expect-error No action has this type.
  { type: 'txt', value: 'x' },
  // @ts-expect-error It needs a value.
  { type: 'text' },
  // @ts-expect-error A size needs columns, too.
  { type: 'resize', value: { rows: 24 } },
  // @ts-expect-error It takes no value.
  { type: 'eof', value: 'x' },
];

const describeHit = ({ kind, row }: Hit): string => {
  // @ts-expect-error No matcher has this type, so no hit does.
  if (kind === 'contains_txt') return '';
  return `${kind} ${row?.toFixed()}`;
};

/** The type of a fault's data is known once its name is checked. */
const limitOf = (refusal: Refusal): string | undefined => {
  // @ts-expect-error The fault is not narrowed yet.
  void refusal.data.limit;
  // @ts-expect-error A matcher that was not satisfied has no limit.
  if (refusal.is('Timeout')) return refusal.data.limit;
  return refusal.is('Busy') ? refusal.data.limit : undefined;
};

const limitOfName = (problem: unknown): string | undefined => {
  if (!(problem instanceof Refusal)) return undefined;
  // @ts-expect-error No fault has this name.
  if (problem.name === 'Bussy') return undefined;
  // @ts-expect-error A matcher that was not satisfied has no limit.
  if (problem.name === 'Timeout') return problem.data.limit;
  return problem.name === 'Busy' ? problem.data.limit : undefined;
};

async function asks(then: (client: ReturnType<typeof runInProcess>['client'], session: string) => unknown) {
  const { client, close } = runInProcess();
  const { session } = await client.calls.session.create(program('asks-name'));
  await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name' } });
  await then(client, session);
  await close();
}

const refusalOf = (answer: Promise<unknown>) => answer.then(String, (problem: Refusal) => problem);

it.each(wrongMatchers)('the server refuses the matcher %j', (matcher) =>
  asks(async ({ calls }, session) =>
    expect(await refusalOf(calls.session.wait({ session, matcher, timeout_ms: 0 }))).toMatchObject({
      data: { fault: 'Invalid' satisfies FaultName },
    }),
  ),
);

it.each(rightMatchers)('the server takes the matcher %j', (matcher) =>
  asks(async ({ calls }, session) => {
    const { hit } = await calls.session.wait({ session, matcher, timeout_ms: 0 });
    expect(describeHit(hit!)).toContain(matcher.type);
  }),
);

it.each(wrongActions)('the server refuses the action %j', (action) =>
  asks(async ({ calls }, session) =>
    expect(await refusalOf(calls.session.input({ session, action }))).toMatchObject({
      data: { fault: 'Invalid' satisfies FaultName },
    }),
  ),
);

it('states the limit for Busy, and for no other fault', () => {
  const error = { code: -32000, message: '', data: { fault: 'Busy', limit: 'markers' } };
  expect(limitOf(new Refusal(error))).toBe('markers');
  expect(limitOf(new Refusal({ ...error, data: { limit: 'markers' } }))).toBeUndefined();
  expect(new Refusal({ ...error, data: undefined }).is('Busy')).toBe(false);
});

it('has the name of its fault', () => {
  const busy = new Refusal({ code: -32000, message: 'm', data: { fault: 'Busy', limit: 'markers' } });
  expect(limitOfName(busy)).toBe('markers');
  expect(String(busy)).toBe('Busy: m');
  expect(limitOfName(new Refusal({ code: 1, message: 'm' }))).toBeUndefined();
  expect(String(new Refusal({ code: 1, message: 'm' }))).toBe('Refusal: m');
});
