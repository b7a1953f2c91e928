/** The door to TOML. */
import { createRequire } from 'node:module';

type SmolToml = typeof import('smol-toml');

export type TomlTable = Readonly<Record<string, unknown>>;

/** The text is not TOML: what is wrong, and in which line. */
export class TomlProblem extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

let loaded: SmolToml | undefined;

// The first text pays for it, and not every start of a server.
const smolToml = (): SmolToml => {
  loaded ??= createRequire(import.meta.url)('smol-toml') as SmolToml;
  return loaded;
};

export function readToml(text: string): TomlTable {
  const { parse, TomlError } = smolToml();
  try {
    return parse(text);
  } catch (problem) {
    if (!(problem instanceof TomlError)) throw problem;
    const [reason = ''] = problem.message.split('\n');
    throw new TomlProblem(problem.line, reason.replace(/^Invalid TOML document: /, ''));
  }
}
