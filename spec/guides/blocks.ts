/** The code blocks of a page. */
import { readRoot } from '../house/source.ts';

export interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

export const blocksOf = (page: string): readonly Block[] =>
  [...readRoot(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    page,
    language: language!,
    code: code!,
  }));
