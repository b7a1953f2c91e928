/** What Lua reaches: the global `ptywright` and the context of a call. Each group of functions is a file. */
import type { Deed } from '../../../platform/lua/marks.ts';
import { jsonNull } from '../../../platform/lua/marks.ts';
import { checkArguments } from './arguments.ts';
import { builder } from './builders.ts';
import type { HostContext } from './context.ts';
import type { Host, HostFunction } from './declaration.ts';
import { actionForms, anyForm, type Form, matcherForms } from './forms.ts';
import { hostFunctions } from './groups.ts';
import { HostError } from './hostError.ts';
import { ScreenText } from './screen/screenText.ts';

export type { Asked, RuleTrace } from './asked.ts';
export type { HostContext, LogLevel, Vocabulary } from './context.ts';
export { contextOf } from './ctx.ts';
export { HostError } from './hostError.ts';
export { LazyTable } from './lazyTable.ts';
export { prelude } from './prelude.ts';

export { splitRows } from './split.ts';

export type HostValue = string | typeof jsonNull | readonly string[] | Deed | HostTable;
export interface HostTable {
  readonly [name: string]: HostValue;
}

/** The nested record that becomes the global `ptywright`: what was not granted is not there. */
export function hostTable(context: HostContext): HostTable {
  const { plugin, version, permissions } = context;
  const host = hostOf(context);
  const table: Record<string, HostValue> = {
    plugin: { name: plugin, permissions: [...permissions] },
    version,
    action: actionsOf(context),
    ...(permissions.has('matcher.wait') && { matcher: matchersOf(context) }),
  };
  for (const one of hostFunctions)
    if (one.run && (one.needs === undefined || permissions.has(one.needs)))
      place(table, one.name.split('.'), deedOf(one, host));
  place(table, ['json', 'null'], jsonNull);
  return table;
}

const deedOf =
  ({ name, params, run, lua }: HostFunction, host: Host): Deed =>
  (...args) =>
    run!(host, ...(lua === undefined ? checkArguments(name, params, args) : args));

const actionsOf = ({ permissions, vocabulary }: HostContext): HostTable =>
  built(
    'action',
    vocabulary.actions.filter(({ needs }) => permissions.has(needs)).map(({ name }) => name),
    actionForms,
  );

const matchersOf = ({ vocabulary }: HostContext): HostTable =>
  built('matcher', vocabulary.matchers, matcherForms);

/** A name that is a word of Lua's own can also be had with an underscore behind it. */
function built(group: string, names: readonly string[], forms: Readonly<Record<string, Form>>): HostTable {
  const deeds = names.flatMap((name) => {
    const deed = builder(`${group}.${name}`, name, forms[name] ?? anyForm);
    return [[name, deed], ...(luaWords.has(name) ? [[`${name}_`, deed]] : [])];
  });
  return Object.fromEntries(deeds) as HostTable;
}

export const luaWords: ReadonlySet<string> = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);

function place(table: Record<string, HostValue>, path: readonly string[], value: HostValue): void {
  const [first, ...rest] = path;
  if (rest.length === 0) table[first!] = value;
  else {
    table[first!] ??= {};
    place(table[first!] as Record<string, HostValue>, rest, value);
  }
}

function hostOf(context: HostContext): Host {
  let shown: ScreenText | undefined;
  return {
    context,
    screen() {
      const look = context.current()?.look;
      if (!look) throw new HostError('there is no screen to look at: this call was shown none');
      if (shown?.look !== look) shown = new ScreenText(look);
      return shown;
    },
  };
}
