/** What Lua reaches: the global `ptywright` and the context of a call. Each group of functions is a file. */
import { checkArguments, HostError } from './arguments.ts';
import type { HostContext } from './context.ts';
import type { Host, HostFunction } from './declaration.ts';
import { ScreenText } from './screen/screenText.ts';

export { HostError } from './arguments.ts';
export type { Asked, RuleTrace } from './asked.ts';
export type { HostContext, LogLevel, Vocabulary } from './context.ts';
export { contextOf } from './ctx.ts';
export { LazyTable } from './lazyTable.ts';
export { prelude } from './prelude.ts';

/** Arguments and results are plain values. Whatever it throws is a Lua error with this message. */
export type Deed = (...args: unknown[]) => unknown;
export type HostValue = string | number | boolean | readonly string[] | Deed | HostTable;
export interface HostTable {
  readonly [name: string]: HostValue;
}

const declared: readonly HostFunction[] = [];

/** The nested record that becomes the global `ptywright`: what was not granted is not there. */
export function hostTable(context: HostContext): HostTable {
  const { plugin, version, permissions } = context;
  const host = hostOf(context);
  const table: Record<string, HostValue> = {
    plugin: { name: plugin, permissions: [...permissions] },
    version,
  };
  for (const one of declared)
    if (one.needs === undefined || permissions.has(one.needs))
      place(table, one.name.split('.'), deedOf(one, host));
  return table;
}

const deedOf =
  ({ name, params, run }: HostFunction, host: Host): Deed =>
  (...args) =>
    run(host, ...checkArguments(name, params, args));

function place(table: Record<string, HostValue>, path: readonly string[], deed: Deed): void {
  const [first, ...rest] = path;
  if (rest.length === 0) table[first!] = deed;
  else {
    table[first!] ??= {};
    place(table[first!] as Record<string, HostValue>, rest, deed);
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
