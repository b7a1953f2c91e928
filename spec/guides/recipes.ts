/** The recipes of docs/recipes.md, and how many lines each needs. */
import { readRoot } from '../house/source.ts';
import { blocksIn } from './blocks.ts';

export const recipesPage = 'docs/recipes.md';
export const languages = ['sh', 'ts', 'python'] as const;
export type Language = (typeof languages)[number];

export interface Recipe {
  readonly title: string;
  /** For names of files. */
  readonly slug: string;
  readonly blocks: Readonly<Partial<Record<string, string>>>;
}

export const recipes: readonly Recipe[] = readRoot(recipesPage)
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const blocks = blocksIn(section).map(({ language, code }) => [language, code]);
    return { title, slug: title.toLowerCase().replace(/\W+/g, '-'), blocks: Object.fromEntries(blocks) };
  });

/** What each language needs around a task: imports, the frame of a test, and the end of the session. */
const frames: Readonly<Record<Language, RegExp>> = {
  sh: /^ptywright close/,
  ts: /^(?:import |test\(|\}\);$|const \{ client \}|await client\.close)/,
  python: /^(?:import |from |with Client\(\) as client:$)/,
};

/** Lines of the task itself. */
export const linesOf = (language: Language, code: string): number =>
  code.split('\n').filter((line) => line.trim() !== '' && !frames[language].test(line)).length;
