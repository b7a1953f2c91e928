/** The door to TOML. */
import { parse, TomlError } from 'smol-toml';

export type TomlTable = Readonly<Record<string, unknown>>;

/** The text is not TOML: what is wrong, and in which line. */
export class TomlProblem extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export function readToml(text: string): TomlTable {
  try {
    return parse(text);
  } catch (problem) {
    if (!(problem instanceof TomlError)) throw problem;
    const [reason = ''] = problem.message.split('\n');
    throw new TomlProblem(problem.line, reason.replace(/^Invalid TOML document: /, ''));
  }
}
