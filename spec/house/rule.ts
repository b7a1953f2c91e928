/** A rule of the house: it judges sources, and shows one that it convicts, so that it is known to be able to. */
import { type Source, source } from './source.ts';

export interface Rule {
  readonly name: string;
  /** One line a breach: where, what, why, and what to do. */
  judge(sources: readonly Source[]): readonly string[];
  /** Files that break it, by path. */
  readonly guilty: Readonly<Record<string, string>>;
}

export const convicted = ({ judge, guilty }: Rule): readonly string[] =>
  judge(Object.entries(guilty).map(([path, text]) => source(path, text)));

export const under = (path: string, places: readonly string[]): boolean =>
  places.some(
    (place) => path === `src/${place}` || path === `src/${place}.ts` || path.startsWith(`src/${place}/`),
  );

export const architecture = '(docs/architecture.md)';
