/** Builds what Lua can reach: the global `ptywright`, and the functions of it that are written in Lua. */

import { type HostCallback, jsonNull } from '#platform/lua/hostValues.ts';
import { ScreenText } from '../screen/screenText.ts';
import { checkArguments } from './arguments.ts';
import { actionForms, anyForm, createBuilder, matcherForms, type ValueForm } from './builders.ts';
import { hostFunctions } from './catalog.ts';
import { type HostCall, type HostContext, HostError, type HostFunction } from './declaration.ts';

/** Adds one Lua function to its group. Groups that were not granted are skipped. */
function preludeEntry(name: string, lua: string): string {
  const at = name.lastIndexOf('.');
  const group = at < 0 ? 'ptywright' : `ptywright.${name.slice(0, at)}`;
  return `if ${group} then\n  ${group}.${name.slice(at + 1)} = (function()${lua}\n  end)()\nend`;
}

export const luaPrelude = [
  'local ptywright = ...',
  ...hostFunctions.flatMap(({ name, lua }) => (lua === undefined ? [] : [preludeEntry(name, lua)])),
].join('\n');

type HostValue = string | typeof jsonNull | readonly string[] | HostCallback | HostTable;
export interface HostTable {
  readonly [name: string]: HostValue;
}

/** Returns the nested record that becomes the global `ptywright`. Functions that were not granted are absent. */
export function hostTable(context: HostContext): HostTable {
  const { plugin, version, permissions } = context;
  const host = createHostCall(context);
  const table: Record<string, HostValue> = {
    plugin: { name: plugin, permissions: [...permissions] },
    version,
    action: createActionTable(context),
    ...(permissions.has('matcher.wait') && { matcher: createMatcherTable(context) }),
  };
  for (const one of hostFunctions)
    if (one.run && (one.needs === undefined || permissions.has(one.needs)))
      setPath(table, one.name.split('.'), bindFunction(one, host));
  setPath(table, ['json', 'null'], jsonNull);
  return table;
}

const bindFunction =
  ({ name, params, run, lua }: HostFunction, host: HostCall): HostCallback =>
  (...args) =>
    run!(host, ...(lua === undefined ? checkArguments(name, params, args) : args));

const createActionTable = ({ permissions, vocabulary }: HostContext): HostTable =>
  createBuilderTable(
    'action',
    vocabulary.actions.filter(({ needs }) => permissions.has(needs)).map(({ name }) => name),
    actionForms,
  );

const createMatcherTable = ({ vocabulary }: HostContext): HostTable =>
  createBuilderTable('matcher', vocabulary.matchers, matcherForms);

/** A name that is a Lua keyword also gets an alias with a trailing underscore. */
function createBuilderTable(
  group: string,
  names: readonly string[],
  forms: Readonly<Record<string, ValueForm>>,
): HostTable {
  const builders = names.flatMap((name) => {
    const builder = createBuilder(`${group}.${name}`, name, forms[name] ?? anyForm);
    return [[name, builder], ...(luaKeywords.has(name) ? [[`${name}_`, builder]] : [])];
  });
  return Object.fromEntries(builders) as HostTable;
}

export const luaKeywords: ReadonlySet<string> = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);

function setPath(table: Record<string, HostValue>, path: readonly string[], value: HostValue): void {
  const [first, ...rest] = path;
  if (rest.length === 0) table[first!] = value;
  else {
    table[first!] ??= {};
    setPath(table[first!] as Record<string, HostValue>, rest, value);
  }
}

function createHostCall(context: HostContext): HostCall {
  let screenText: ScreenText | undefined;
  return {
    context,
    screen() {
      const screenContext = context.current()?.screenContext;
      if (!screenContext)
        throw new HostError(
          'this call has no screen; read the screen in classify, in an intent or in a predicate',
        );
      if (screenText?.screenContext !== screenContext) screenText = new ScreenText(screenContext);
      return screenText;
    },
  };
}
