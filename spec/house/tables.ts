/** The tables of docs/architecture.md: the rules of the house, read where people read them. */
import { readRoot } from './source.ts';

type Row = readonly string[];

/** The rows of the table whose head begins with these words. */
export function table(...head: readonly string[]): readonly Row[] {
  const lines = readRoot('docs/architecture.md').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  if (at < 0) throw new Error(`docs/architecture.md has no table with the head: ${head.join(' | ')}`);
  const end = lines.findIndex((line, number) => number > at && !line.startsWith('|'));
  return lines.slice(at + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

export interface Word {
  readonly word: string;
  readonly types: boolean;
}

/** The words of a cell that stand in backticks, each with what follows it. */
export const words = (cell: string): readonly Word[] =>
  [...cell.matchAll(/`([^`]+)`( types)?/g)].map(([, word, types]) => ({
    word: word!,
    types: types !== undefined,
  }));

/** The words in backticks of the paragraph that a sentence introduces. */
export function paragraph(opening: string): readonly string[] {
  const text = readRoot('docs/architecture.md');
  const at = text.indexOf(opening);
  if (at < 0) throw new Error(`docs/architecture.md has no paragraph with: ${opening}`);
  const rest = text.slice(at, text.indexOf('\n\n', at));
  return words(rest).map(({ word }) => word);
}
