/**
 * The map of the code, drawn from the land: what a folder is, is the first sentence of the comment that its main file
 * opens with. A folder without a main file has a row in `folderSentences`, and its files are told one by one.
 */
import { folderSentences } from './folders.ts';
import { type Folder, folder, read } from './project.ts';

const begin = '<!-- derived: map -->';
const end = '<!-- /derived: map -->';

export function withCodeMap(page: string): string {
  const [before, rest] = split(page, begin);
  const [, after] = split(rest, end);
  return `${before}${begin}\n${linesOf(folder('src'), 0).join('\n')}\n${end}${after}`;
}

function split(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/architecture.md lacks the line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

function linesOf(here: Folder, depth: number): readonly string[] {
  return here.folders.flatMap((name) => folderLines(folder(`${here.path}/${name}`), depth));
}

function folderLines(here: Folder, depth: number): readonly string[] {
  const sources = here.files.filter((name) => name.endsWith('.ts'));
  const files = mainFile(here) === undefined ? fileLines(here, sources, depth + 1) : [];
  return [line(depth, `${here.path}/`, sentenceOf(here)), ...files, ...linesOf(here, depth + 1)];
}

export function sentenceOf(here: Folder): string {
  const { path } = here;
  const main = mainFile(here);
  const told =
    main === undefined
      ? folderSentences[path]
      : firstSentence(read(`${path}/${main}`), 'of the file or an export');
  if (told !== undefined) return told;
  const where =
    main === undefined ? 'a row in src/derive/folders.ts' : `a comment at the head of ${path}/${main}`;
  throw new Error(`Nothing says what ${path} is. Give it ${where}.`);
}

function fileLines({ path }: Folder, sources: readonly string[], depth: number): readonly string[] {
  return sources.flatMap((name) => {
    const told = firstSentence(read(`${path}/${name}`), 'of the file');
    return told === undefined ? [] : [line(depth, name, told)];
  });
}

const line = (depth: number, name: string, told: string) => `${'  '.repeat(depth)}- \`${name}\`: ${told}`;

const mainFile = ({ path, files }: Folder) =>
  ['index.ts', `${path.split('/').at(-1)}.ts`, 'main.ts'].find((name) => files.includes(name));

const comments = {
  'of the file': /^\/\*\*(?<prose>(?:(?!\*\/).)*)\*\/\n(?:import|export|\n)/s,
  'of the file or an export': /\/\*\*(?<prose>(?:(?!\*\/).)*)\*\/\s*(?:import|export) /s,
} as const;

export function firstSentence(text: string, which: keyof typeof comments): string | undefined {
  const prose = comments[which]
    .exec(text)
    ?.groups?.prose?.replace(/\s*\n\s*\*?\s*/g, ' ')
    .trim();
  return prose && (/^(.*?)\.(?:\s|$)/.exec(prose)?.[1] ?? prose);
}
