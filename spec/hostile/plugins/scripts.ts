/**
 * What somebody could write who means to hurt the server: the files of Lua beside this one. Each block in them is the
 * body of a function of a plugin; the line above it has its name, how the call may end, and what is said then.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `answer` is what comes back when nothing is wrong with the script after all. */
const endings = ['deadline', 'memory', 'error', 'shape', 'answer'] as const;
export type Ending = (typeof endings)[number];

export interface Script {
  readonly name: string;
  readonly lua: string;
  /** Where a busy machine decides which bound comes first, more than one. */
  readonly ends: readonly Ending[];
  /** With the first of these: part of what the failure says, or of the answer as JSON; a pattern, where it stands between slashes. */
  readonly says: string | RegExp | undefined;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

export const groups: readonly (readonly [string, readonly Script[]])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.lua'))
  .map((file) => [file.replace('.lua', ''), scriptsIn(readFileSync(folder + file, 'utf8'))]);

function scriptsIn(text: string): readonly Script[] {
  const [, ...blocks] = text.trimEnd().split('\n\n');
  return blocks.map((block) => {
    const [head, ...body] = block.split('\n');
    const [name, ends, ...says] = head!.replace(/^-- /, '').split(' | ');
    return { name: name!, lua: body.join('\n'), ends: endingsIn(ends!), says: saidIn(says.join(' | ')) };
  });
}

function endingsIn(text: string): readonly Ending[] {
  const found = text.split(' ') as Ending[];
  const strange = found.find((one) => !endings.includes(one));
  if (strange !== undefined) throw new Error(`no call of a plugin ends with: ${strange}`);
  return found;
}

function saidIn(text: string): string | RegExp | undefined {
  if (text === '') return undefined;
  return text.startsWith('/') ? new RegExp(text.slice(1, -1)) : text;
}

/** Beside main.lua in every one of them. */
export const modules: Readonly<Record<string, string>> = {
  bytecode: '\u001bLua\u0053\u0000',
  itself: "return require 'itself'",
  loops: 'while true do end',
};
