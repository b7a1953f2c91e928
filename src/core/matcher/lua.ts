import { z } from '../../platform/schema.ts';
import { fault, raise } from '../faults.ts';
import { matcher } from './matcher.ts';

const Value = z.strictObject({
  plugin: z.string().min(1),
  predicate: z.string().min(1),
  params: z.record(z.string(), z.unknown()).optional(),
});

export const lua = matcher({
  name: 'lua',
  summary: 'A predicate of a plugin says yes.',
  value: () => Value,
  watches: ['content', 'output', 'exit'],
  example: { value: { plugin: 'shell', predicate: 'ready' } },
  // No plugin can be loaded yet, so every name is an unknown one.
  compile: ({ plugin }, compiler) =>
    raise(
      fault.Invalid({
        path: `${compiler.path}.value.plugin`,
        reason: 'no plugin of that name is loaded',
        got: plugin,
      }),
    ),
});
