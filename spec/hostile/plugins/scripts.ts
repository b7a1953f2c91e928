/**
 * Hostile scripts from the Lua files in this folder. Each block is the body of a plugin function. The line above it
 * holds its name, how the call may end, and the expected message.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { times } from '../../soak/scale.ts';

/** `answer` means that the script returns a result after all. */
const endings = ['deadline', 'memory', 'error', 'shape', 'answer'] as const;
export type Ending = (typeof endings)[number];

export interface Script {
  readonly name: string;
  readonly lua: string;
  /** More than one where the load of the machine decides which limit comes first. */
  readonly ends: readonly Ending[];
  /** Expected with the first ending: a part of the error or of the JSON answer, or a pattern between slashes. */
  readonly says: string | RegExp | undefined;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

export const groups: readonly (readonly [string, readonly Script[]])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.lua'))
  .map((file) => [file.replace('.lua', ''), scriptsIn(readFileSync(folder + file, 'utf8'))]);

function scriptsIn(text: string): readonly Script[] {
  const [, ...blocks] = text.trimEnd().split('\n\n');
  return blocks.filter(isRunNow).map((block) => {
    const [head, ...body] = block.split('\n');
    const [name, ends, ...says] = head!.replace(/^-- (?:\(soak\) )?/, '').split(' | ');
    return { name: name!, lua: body.join('\n'), ends: endingsIn(ends!), says: saidIn(says.join(' | ')) };
  });
}

/** A script that runs until its deadline takes half a second of processor time. */
function isRunNow(block: string): boolean {
  return times(0, 1) > 0 || !block.startsWith('-- (soak) ');
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

/** Modules beside main.lua in every plugin. */
export const modules: Readonly<Record<string, string>> = {
  bytecode: '\u001bLua\u0053\u0000',
  itself: "return require 'itself'",
  loops: 'while true do end',
};
