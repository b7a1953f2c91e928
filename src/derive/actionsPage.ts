/** The reference of actions: one section each, with what it writes. */
import type { ActionExample } from '../core/input/action.ts';
import { actions } from '../core/input/index.ts';
import { z } from '../platform/schema.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { code, join, notice, page, table } from './markdown.ts';
import { fieldTable } from './shape.ts';

const opening = `What \`session.input\` and \`session.act\` can do to a program: \`type\` names the action, \`value\` says with what, where it
takes one. What is written depends on the modes that the program has turned on; an example without any is for a terminal as
it starts. Bytes are shown as JSON strings.`;

interface Declared {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly wire: z.ZodType;
  readonly examples: readonly ActionExample<unknown>[];
}

export const actionsPage = (): string =>
  page(
    '# Actions',
    notice('src/core/input/actions'),
    opening,
    ...(Object.values(actions) as readonly Declared[]).map(section),
  );

const section = ({ name, summary, needs, wire, examples }: Declared) =>
  join(
    `## ${name}`,
    `${summary} Needs ${code(needs)}.`,
    fieldTable(z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' }) as JsonSchema, 'params'),
    table(['example', 'value', 'modes', 'what it does'], examples.map(exampleRow)),
  );

const shown = (value: unknown) => (value === undefined ? '' : code(JSON.stringify(value)));

const exampleRow = ({ title, value, modes, writes, asks, fault }: ActionExample<unknown>) => [
  title,
  shown(value),
  shown(modes),
  [writes !== undefined && `writes ${shown(writes)}`, asks, fault && `ends with the fault ${fault}`]
    .filter(Boolean)
    .join('; '),
];
