/** Modifier keys as the kitty keyboard protocol numbers them; xterm agrees on the first three. */
export const modifiers = { shift: 1, alt: 2, ctrl: 4, super: 8, hyper: 16, meta: 32 } as const;

export type ModifierName = keyof typeof modifiers;

const aliases: Readonly<Record<string, ModifierName>> = {
  control: 'ctrl',
  option: 'alt',
  opt: 'alt',
  cmd: 'super',
  command: 'super',
  win: 'super',
  windows: 'super',
};

export const modifierWords: ReadonlyMap<string, number> = new Map([
  ...Object.entries(modifiers),
  ...Object.entries(aliases).map(([word, name]) => [word, modifiers[name]] as const),
]);

export const modifierNames = (mask: number): ModifierName[] =>
  (Object.keys(modifiers) as ModifierName[]).filter((name) => mask & modifiers[name]);

/** Before the kitty protocol a program knows one Meta, which terminals send for either key. */
export const withMetaAsAlt = (mask: number): number =>
  mask & modifiers.meta ? (mask & ~modifiers.meta) | modifiers.alt : mask;
