/** A function that is called above its definition is an undefined global. Plugins use only defined functions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '#platform/paths.ts';

const folder = join(packageFolder(), 'plugins');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.lua') && !file.endsWith('.meta.lua'),
);

/** Removes strings and comments, so that only names remain. */
const bare = (text: string) =>
  text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|--[^\n]*/g, (found) =>
    found.startsWith('--') ? '' : '""',
  );

/** Functions of a file that are used above their definition: `name:line`. */
function usedTooEarly(text: string): readonly string[] {
  const code = bare(text);
  return [...code.matchAll(/^local (?:function )?([\w, ]+)/gm)].flatMap(({ 1: names = '', index }) =>
    names.split(/\W+/).filter((name) => name !== '' && usesBefore(code.slice(0, index), name)),
  );
}

/** Excludes fields and definitions. */
function usesBefore(code: string, name: string): boolean {
  const calls = new RegExp(`(?<![\\w.:])${name}(?=\\()`);
  return calls.test(code.replace(/function [\w.:]+/g, 'function'));
}

it.each(files)('%s calls no function before its definition', (file) => {
  expect(usedTooEarly(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
});

it('convicts a call above the definition', () => {
  const file = 'local function one() return two() end\nlocal function two() return "one()" end\n';
  expect(usedTooEarly(file)).toEqual(['two']);
});
