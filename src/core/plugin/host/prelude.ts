/** What of the host table is written in Lua: run once, with the table as its argument, before the plugin is. */
import { hostFunctions } from './groups.ts';

/** A group that was not granted is not there, and its functions are not added. */
function addition(name: string, lua: string): string {
  const at = name.lastIndexOf('.');
  const group = at < 0 ? 'ptywright' : `ptywright.${name.slice(0, at)}`;
  return `if ${group} then\n  ${group}.${name.slice(at + 1)} = (function()${lua}\n  end)()\nend`;
}

export const prelude = [
  'local ptywright = ...',
  ...hostFunctions.flatMap(({ name, lua }) => (lua === undefined ? [] : [addition(name, lua)])),
].join('\n');
