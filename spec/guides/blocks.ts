/** The code blocks of a page. */
import { readRoot } from '../house/source.ts';

export interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

export const blocksIn = (text: string): readonly Omit<Block, 'page'>[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));

export const blocksOf = (page: string): readonly Block[] =>
  blocksIn(readRoot(page)).map((block) => ({ page, ...block }));
