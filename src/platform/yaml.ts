/** The wrapper of the YAML parser, which accepts JSON too. */

import { createRequire } from 'node:module';

type Yaml = typeof import('yaml');
type Document = ReturnType<Yaml['parseDocument']>;

export type YamlPath = readonly (string | number)[];

/** The text is not valid YAML. Holds the reason and the line. */
export class YamlSyntaxError extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export interface YamlDocument {
  readonly value: unknown;
  /** Returns the line of a field, from 1, or of the innermost parent that exists. */
  lineOf(path: YamlPath): number;
}

// Loaded on first use, because most starts read no YAML.
const loadYaml = () => createRequire(import.meta.url)('yaml') as Yaml;

/** Alias references are limited, so that a small text cannot expand to a huge value. */
export function parseYaml(text: string): YamlDocument {
  const { parseDocument, LineCounter } = loadYaml();
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [problem] = document.errors;
    if (problem) throw new YamlSyntaxError(lineAt(problem.pos[0]), problem.message);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { value, lineOf: (path) => lineAt(nodeOffset(document, path)) };
  } catch (problem) {
    if (problem instanceof YamlSyntaxError) throw problem;
    // Nested too deeply for the stack, or too many aliases.
    throw new YamlSyntaxError(1, (problem as Error).message);
  }
}

function nodeOffset(document: Document, path: YamlPath): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as
      | { range?: readonly number[] | null }
      | undefined;
    if (node?.range) return keyOffset(document, path.slice(0, depth)) ?? node.range[0]!;
  }
  return 0;
}

interface Pair {
  readonly key: { readonly value?: unknown; readonly range?: readonly number[] | null } | null;
}

/** Returns the offset of the key, because a value may begin on a later line. */
function keyOffset(document: Document, path: YamlPath): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true) as { readonly items?: readonly Pair[] } | undefined;
  const pair = parent?.items?.find((one) => path.length > 0 && one?.key?.value === path.at(-1));
  return pair?.key?.range?.[0];
}
