/** A rule of the code base. Its example breaks it, which proves that the rule can fail. */
import { type Source, source } from './source.ts';

export interface Rule {
  readonly name: string;
  /** Returns one line per violation: where it is, what is wrong, and what to do. */
  check(sources: readonly Source[]): readonly string[];
  /** Sources that break the rule, by path. Each must be reported. */
  readonly example: Readonly<Record<string, string>>;
}

export const violationsInExample = ({ check, example }: Rule): readonly string[] =>
  check(Object.entries(example).map(([path, text]) => source(path, text)));

/** Whether a source is one of these files or lies in one of these folders. Places are relative to src, without `.ts`. */
export const isUnder = (path: string, places: readonly string[]): boolean =>
  places.some(
    (place) => path === `src/${place}` || path === `src/${place}.ts` || path.startsWith(`src/${place}/`),
  );
