/** What of the host table is written in Lua: run once, with the table as its argument, before the plugin is. */
import { hostFunctions } from './groups.ts';

/** Groups that were not granted are not there, and their functions are not added. */
const addition = (name: string, lua: string): string => {
  const [group, field] = name.split('.');
  return `if ptywright.${group} then\n  ptywright.${group}.${field} = (function()${lua}\n  end)()\nend`;
};

export const prelude = [
  'local ptywright = ...',
  ...hostFunctions.flatMap(({ name, lua }) => (lua === undefined ? [] : [addition(name, lua)])),
].join('\n');
