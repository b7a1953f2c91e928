/** Words and examples that the declarations hold, for pages and completions; loaded by nothing that must start fast. */
import { actions } from '../core/input/index.ts';
import { keyAliases, namedCharacters, namedKeys } from '../core/input/keys/table.ts';
import { title } from '../core/matcher/title.ts';
import { ptywright } from '../dialects/ptywright/index.ts';
import type { Example, Vocabulary } from './command.ts';

export const vocabularies: Readonly<Record<Vocabulary, readonly string[]>> = {
  method: [...ptywright.methods.keys()],
  key: [namedKeys, namedCharacters, keyAliases].flatMap((table) => Object.keys(table)),
};

export const examples: Readonly<Record<Example, string>> = {
  action: JSON.stringify({ type: actions.mouse.name, value: actions.mouse.examples[0]!.value }),
  matcher: JSON.stringify({ type: title.name, ...title.example }),
};
