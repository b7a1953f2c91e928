/**
 * Reads hostile scripts from the Lua files in this folder. Each block is the body of a plugin function. The line above it
 * has its name, its possible endings, and the expected message.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { times } from '../../soak/scale.ts';

/** How a call may end. `answer`: the script returns a result. */
const endings = ['deadline', 'memory', 'error', 'shape', 'answer'] as const;
export type Ending = (typeof endings)[number];

export interface Script {
  readonly name: string;
  readonly lua: string;
  /** More than one if the load of the machine decides which limit is exceeded first. */
  readonly endings: readonly Ending[];
  /** Expected with the first ending: a part of the error or of the JSON answer, or a pattern between slashes. */
  readonly message: string | RegExp | undefined;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

export const groups: readonly (readonly [string, readonly Script[]])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.lua'))
  .map((file) => [file.replace('.lua', ''), parseScripts(readFileSync(folder + file, 'utf8'))]);

function parseScripts(text: string): readonly Script[] {
  const [, ...blocks] = text.trimEnd().split('\n\n');
  return blocks.filter(isRunNow).map((block) => {
    const [head, ...body] = block.split('\n');
    const [name, endings, ...message] = head!.replace(/^-- (?:\(soak\) )?/, '').split(' | ');
    return {
      name: name!,
      lua: body.join('\n'),
      endings: parseEndings(endings!),
      message: parseMessage(message.join(' | ')),
    };
  });
}

/** A script that runs until its deadline takes half a second of CPU time. */
function isRunNow(block: string): boolean {
  return times(0, 1) > 0 || !block.startsWith('-- (soak) ');
}

function parseEndings(text: string): readonly Ending[] {
  const found = text.split(' ') as Ending[];
  const unknown = found.find((one) => !endings.includes(one));
  if (unknown !== undefined) throw new Error(`unknown ending: ${unknown}`);
  return found;
}

function parseMessage(text: string): string | RegExp | undefined {
  if (text === '') return undefined;
  return text.startsWith('/') ? new RegExp(text.slice(1, -1)) : text;
}

/** Modules that every hostile plugin can require. */
export const modules: Readonly<Record<string, string>> = {
  bytecode: '\u001bLua\u0053\u0000',
  itself: "return require 'itself'",
  loops: 'while true do end',
};
