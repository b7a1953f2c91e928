/** The door to YAML, of which JSON is a part. */
import { createRequire } from 'node:module';

type Yaml = typeof import('yaml');
type Document = ReturnType<Yaml['parseDocument']>;

export type YamlPath = readonly (string | number)[];

/** The text is not YAML: what is wrong, and in which line. */
export class YamlProblem extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export interface YamlText {
  readonly value: unknown;
  /** The line, from 1, of the field, or else of the innermost of those around it. */
  lineOf(path: YamlPath): number;
}

let loaded: Yaml | undefined;

// Most starts read none.
const yaml = (): Yaml => {
  loaded ??= createRequire(import.meta.url)('yaml') as Yaml;
  return loaded;
};

/** References are resolved up to a bound, so that a small text stays small. */
export function readYaml(text: string): YamlText {
  const { parseDocument, LineCounter } = yaml();
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [problem] = document.errors;
    if (problem) throw new YamlProblem(lineAt(problem.pos[0]), problem.message);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { value, lineOf: (path) => lineAt(offsetOf(document, path)) };
  } catch (problem) {
    if (problem instanceof YamlProblem) throw problem;
    // Too deep for the stack, or too many references.
    throw new YamlProblem(1, (problem as Error).message);
  }
}

function offsetOf(document: Document, path: YamlPath): number {
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

/** A value may begin a line below its key, which is what a person looks for. */
function keyOffset(document: Document, path: YamlPath): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true) as { readonly items?: readonly Pair[] } | undefined;
  const pair = parent?.items?.find((one) => path.length > 0 && one?.key?.value === path.at(-1));
  return pair?.key?.range?.[0];
}
