/** re2 and re2js give the same answers. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePatternWith, type Pattern, PatternError, type RegexEngine } from '#platform/regex.ts';
import { sourcesIn } from '../house/source.ts';
import { seedOr, times } from '../soak/scale.ts';
import { engines, re2Installed } from './engines.ts';

let [re2, re2js]: RegexEngine[] = [];

const compile = (engine: RegexEngine, source: string, flags = ''): Pattern | PatternError => {
  try {
    return compilePatternWith(engine, source, { flags });
  } catch (problem) {
    if (problem instanceof PatternError) return problem;
    throw problem;
  }
};

/** Patterns that only one engine supports. spec/platform/regex.spec.ts checks what their errors say. */
const differs = (source: string, { fault }: PatternError): boolean =>
  fault === 'size' || /\\[pP]\{|\(\?P?<(?:$|[^>]*[^\w>])/.test(source);

/** What a pattern does with a text, or that it is refused. If it has several errors, the engines may report different ones. */
function answers(pattern: Pattern | PatternError, text: string) {
  if (pattern instanceof PatternError) return 'refused';
  return [pattern.test(text), pattern.find(text), pattern.all(text)];
}

/** Returns whether both engines support the pattern. */
function compare(source: string, flags: string, texts: readonly string[]): boolean {
  const [one, other] = [compile(re2!, source, flags), compile(re2js!, source, flags)];
  const refusals = [one, other].filter((pattern) => pattern instanceof PatternError);
  if (refusals.some((refusal) => differs(source, refusal))) return false;
  for (const text of texts)
    expect({ source, flags, text, says: answers(other, text) }).toEqual({
      source,
      flags,
      text,
      says: answers(one, text),
    });
  return refusals.length === 0;
}

const screen = `ada@home:~$ make -j4 2>&1\n  CC  main.o ✓ 100%\n│ ñandú 😀 │ ❯ 1. Yes\nError: E42 (line 7)\n>>> 
`;

describe.skipIf(!re2Installed)('both engines (needs re2)', () => {
  beforeAll(() => {
    [re2, re2js] = engines.map(({ load }) => load());
  });

  it('agree on texts of the specs and sources', { timeout: 600_000 }, () => {
    const found = new Set<string>();
    for (const file of [...sourcesIn('spec'), ...sourcesIn('src')])
      file.walk((node) => {
        if (node.type === 'Literal' && typeof node.value === 'string') found.add(node.value);
        if (node.type === 'Literal' && 'regex' in node)
          found.add((node.regex as { pattern: string }).pattern);
      });
    const every = times(8, 1);
    const some = [...found].filter((_, at) => at % every === 0);
    const valid = some.filter((source) => compare(source, '', [screen, source]));
    expect(valid.length).toBeGreaterThan(5000 / every);
  });

  const pieces = [
    ...[
      'a',
      'b',
      'k',
      'A',
      'é',
      'ß',
      'σ',
      '😀',
      '𝔸',
      '.',
      '^',
      '$',
      '-',
      '_',
      '1',
      ' ',
      '\\n',
      '/',
      '\\/',
      '}',
      ']',
    ],
    ...[
      '\\w',
      '\\W',
      '\\d',
      '\\D',
      '\\s',
      '\\S',
      '\\b',
      '\\B',
      '\\A',
      '\\z',
      '\\pL',
      '\\p{Lu}',
      '\\PN',
      '\\p{Greek}',
    ],
    ...[
      '\\p{Letter}',
      '\\p{Script=Greek}',
      '\\x41',
      '\\x{1F600}',
      '\\u0061',
      '\\u{e9}',
      '\\cJ',
      '\\Qa.b\\E',
      '\\.',
    ],
    ...[
      '[ab]',
      '[^a]',
      '[a-k]',
      '[^\\n]',
      '[[:alpha:]_]',
      '[\\d😀-😂]',
      '[\\pL-]',
      '[^\\W1]',
      '[]a]',
      '(?i)',
      '(?s-m)',
    ],
    ...['(?=a)', '(?<!b)', '\\1', '\\C', '[b-a]', '\\q', '(', ')', '*'],
  ];
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...pieces.slice(0, -9)), weight: 60 },
    { arbitrary: fc.constantFrom(...pieces.slice(-9)), weight: 1 },
  );
  const repeats = fc.constantFrom(
    '',
    '',
    '',
    '*',
    '+',
    '?',
    '*?',
    '+?',
    '??',
    '{2}',
    '{1,3}',
    '{0,2}?',
    '{2,}',
    '{,2}',
  );

  /** `lazy`: may prefer to match nothing. The engines differ in how often they repeat that, so it is not repeated. */
  interface Part {
    readonly source: string;
    readonly empty: boolean;
    readonly lazy: boolean;
  }
  const isEmptyPiece = (source: string) => /^(?:[\^$]|\\[bBAz]|\(\?(?:i|s-m)\))?$/.test(source);
  const repeated = (atom: Part, repeat: string): Part => {
    if (atom.lazy) return atom;
    const empty = atom.empty || /^(?:[*?]|\{0)/.test(repeat);
    return { source: atom.source + repeat, empty, lazy: empty && /.\?$/.test(repeat) };
  };
  const sequence = (parts: readonly Part[]): Part => {
    const empty = parts.every((part) => part.empty);
    return {
      source: parts.map(({ source }) => source).join(''),
      empty,
      lazy: empty && parts.some(({ lazy }) => lazy),
    };
  };
  const choice = (head: string, parts: readonly Part[]): Part => ({
    source: `${head}${parts.map(({ source }) => source).join('|')})`,
    empty: parts.some(({ empty }) => empty),
    lazy: parts.some(({ lazy }) => lazy) || parts.slice(0, -1).some(({ empty }) => empty),
  });
  const heads = fc.constantFrom('(', '(', '(?:', '(?:', '(?i:', '(?P<x>', '(?<y>', '(?U:', '(?m:');
  const { pattern } = fc.letrec<{ pattern: Part; atom: Part }>((tie) => ({
    pattern: fc
      .array(fc.tuple(tie('atom'), repeats), { maxLength: 4 })
      .map((atoms) => sequence(atoms.map(([atom, repeat]) => repeated(atom, repeat)))),
    atom: fc.oneof(
      { maxDepth: 4 },
      piece.map((source) => ({ source, empty: isEmptyPiece(source), lazy: false })),
      fc
        .tuple(heads, fc.array(tie('pattern'), { minLength: 1, maxLength: 2 }))
        .map(([head, parts]) => choice(head, parts)),
    ),
  }));
  const unit = fc.constantFrom(
    ...'aabbkA1 _-.\n/',
    '\u212a',
    'é',
    'É',
    'ß',
    'ẞ',
    'σ',
    'ς',
    'Σ',
    'ſ',
    '😀',
    '😁',
    '𝔸',
    '\ud83d',
    '\udc00',
  );
  const text = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''));
  const flags = fc.subarray(['i', 'm', 's']).map((chosen) => chosen.join(''));

  it(`agree on ${times(300, 10_000)} generated patterns`, { timeout: 600_000 }, () => {
    let valid = 0;
    const numRuns = times(300, 10_000);
    fc.assert(
      fc.property(
        pattern,
        flags,
        fc.array(text, { minLength: 1, maxLength: 4 }),
        ({ source }, chosen, texts) => {
          if (compare(source, chosen, texts)) valid += 1;
        },
      ),
      { numRuns, seed: seedOr(15) },
    );
    expect(valid).toBeGreaterThan(numRuns / 2);
  });
});
