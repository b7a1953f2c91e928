/** All JSON in the help pages and the guide must be valid, so that they never show an example that is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCommands, runnableCommands } from '#cli/commands.ts';
import { formatHelp } from '#cli/help.ts';
import { ptywright as dialect } from '#dialects/ptywright/dialect.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { Matcher } from '#matchers/registry.ts';
import { Action } from '#terminal/input/actions.ts';
import { ptywright } from './ptywright.ts';

const guide = readFileSync(new URL('../../docs/guides/command-line.md', import.meta.url), 'utf8');
const runnable = runnableCommands(await loadCommands());
const helpPages = runnable.map(async (each) => [each.name, await formatHelp(each)] as const);
const pages = new Map([...(await Promise.all(helpPages)), ['the guide', guide]]);

interface Taught {
  readonly page: string;
  /** The text before it, such as `session.create`. */
  readonly after: string;
  readonly json: string;
}

/** From each opening brace to the matching closing one. */
function taughtBy(page: string, text: string): Taught[] {
  const found: Taught[] = [];
  for (let at = text.indexOf('{"'); at >= 0; at = text.indexOf('{"', at + 1)) {
    let depth = 0;
    let end = at;
    do depth += { '{': 1, '}': -1 }[text[end++]!] ?? 0;
    while (depth > 0 && end < text.length);
    const after = /(\S+)\s+'?$/.exec(text.slice(0, at))?.[1] ?? '';
    found.push({ page, after, json: text.slice(at, end).replace(/\n +/g, ' ') });
    at = end;
  }
  return found;
}

const taught = [...pages].flatMap(([page, text]) => taughtBy(page, text));

function refused({ page, after, json }: Taught): unknown {
  const value = JSON.parse(json);
  const method = dialect.methods.get(after);
  if (method) return method.params.safeParse(value).error;
  if (page === 'the guide' && after !== '--matcher') return `${after}: what shape has it?`;
  if (Action.safeParse(value).success) return undefined;
  const read = Matcher.safeParse(value);
  if (read.success) compileMatcher(read.data);
  return read.error;
}

describe('an example of the help pages', () => {
  it('is found: an action, a matcher and parameters', () => {
    const kinds = taught.map(({ page, after }) => `${page} ${after}`);
    expect(kinds.filter((kind) => kind === 'exec as')).toHaveLength(2);
    expect(kinds).toEqual(
      expect.arrayContaining(['call session.create', 'the guide session.act', 'the guide --matcher']),
    );
  });

  it.each(taught)('$page: $json', (one) => expect(refused(one)).toBeUndefined());

  it('would be refused if it were wrong', () => {
    const wrong = (json: string) => refused({ page: 'exec', after: 'as', json });
    expect(wrong('{"type":"focus","value":true}')).toBeDefined();
    expect(wrong('{"type":"title","value":"ready"}')).toBeDefined();
    expect(refused({ page: 'call', after: 'session.create', json: '{"programme":"bash"}' })).toBeDefined();
  });
});

it('the list of commands has one empty line between two paragraphs', async () => {
  const { stdout } = await ptywright(['--help']);
  expect(stdout).toMatch(/\n\nOptions:\n/);
  expect(stdout).not.toContain('\n\n\n');
});

it.each([
  ['', ''],
  ['Read it.', 'Read it.'],
  [`See ${'x'.repeat(70)} first.`, `See\n${' '.repeat(17)}${'x'.repeat(70)}\n${' '.repeat(17)}first.`],
])('the summary %j in the list of commands', async (summary, expected) => {
  const one = { ...runnable[0]!, name: 'one', summary };
  const group = { ...one, name: '', commands: [one] };
  const page = await formatHelp(group, [{ title: 'Commands', commands: ['one'] }]);
  expect(page).toContain(`Commands:\n  one${' '.repeat(12)}${expected}\n`);
});

describe('--json', () => {
  it('is taken by every command that prints JSON', () => {
    const taking = runnable.filter(({ options }) => 'json' in options).map(({ name }) => name);
    expect(taking).toEqual([
      'start',
      'sessions',
      'type',
      'press',
      'paste',
      'click',
      'act',
      'wait',
      'expect',
      'read',
      'picture',
      'signal',
      'resize',
      'close',
      'exec',
      'steps',
      'fleet',
      'call',
      'plugin check',
      'plugin test',
      'adapter explain',
      'doctor',
    ]);
  });

  it('is no unknown word to call', async () => {
    const { status, stderr } = await ptywright(['call', '--json', 'server.capabilities']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('no server listens')]);
  });
});
