/** What a Lua text takes from the global `ptywright`, and in which lines. Read as text: nothing is run. */

export interface LuaName {
  /** Below `ptywright`, with dots: `action.text`. */
  readonly name: string;
  readonly line: number;
}

const root = 'ptywright';

export function namesIn(source: string): readonly LuaName[] {
  const aliases = new Map<string, string>([[root, '']]);
  const found: LuaName[] = [];
  withoutTexts(source)
    .split('\n')
    .forEach((text, at) => {
      for (const name of namesTakenBy(text)) aliases.delete(name);
      for (const [chain] of text.matchAll(/(?<![\w.:])[A-Za-z_]\w*(?:\s*[.:]\s*[A-Za-z_]\w*)+/g)) {
        const name = resolved(chain, aliases);
        if (name) found.push({ name, line: at + 1 });
      }
      for (const [local, chain] of localsOf(text)) {
        const name = resolved(chain, aliases);
        if (name === undefined) aliases.delete(local);
        else aliases.set(local, name);
      }
    });
  return found;
}

/** Parameters, and what a loop counts: from here on they mean something else. Where that ends is not known, so less is found. */
const namesTakenBy = (text: string): readonly string[] =>
  [...text.matchAll(/\bfor\s+([\w\s,]+)|\bfunction\b[^(]*\(([^)]*)/g)].flatMap(
    ([, counted = '', parameters = '']) => `${counted},${parameters}`.match(/\w+/g) ?? [],
  );

/** `local a, b = ptywright.x, ptywright.y` in pairs; what is no plain name is paired with something that is none either. */
function localsOf(text: string): readonly (readonly [string, string])[] {
  const [, locals, chains = ''] = /^\s*local\s+(?!function\b)([\w\s,]+?)\s*(?:=\s*(.*))?$/.exec(text) ?? [];
  if (locals === undefined) return [];
  const values = /^[\w\s.,]+;?\s*$/.test(chains) ? chains.replace(';', '').split(',') : [];
  return locals.split(',').map((local, at) => [local.trim(), values[at] ?? ''] as const);
}

function resolved(chain: string, aliases: ReadonlyMap<string, string>): string | undefined {
  const [first = '', ...rest] = chain.split(/[.:]/).map((part) => part.trim());
  const stands = aliases.get(first);
  return stands === undefined ? undefined : [stands, ...rest].filter(Boolean).join('.');
}

/** Comments and texts as blanks; lines stay where they are. */
const withoutTexts = (source: string): string =>
  source.replace(
    /--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|\[(=*)\[[\s\S]*?\]\2\]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g,
    (text) => text.replace(/[^\n]/g, ' '),
  );
