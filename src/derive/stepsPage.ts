/** The reference of files of steps: their fields, and one section a kind of step. */
import type { Kind } from '../cli/steps/kind.ts';
import { kinds } from '../cli/steps/kinds/index.ts';
import { Script } from '../cli/steps/script.ts';
import { branchesOf, type JsonSchema } from './jsonSchema.ts';
import { code, join, json, notice, page, table } from './markdown.ts';
import { fieldTable } from './shape.ts';
import { stepsSchema } from './stepsSchema.ts';

const opening = `What [\`ptywright steps\`](../guides/steps.md) takes: a program, and what is done to it one after the other. A file is YAML,
of which JSON is a part; \`manifests/steps.schema.json\` in the package of ptywright is the JSON Schema of all this, for editors.`;

const everyStep = `A step does one thing, under the word for that. Besides it may have a \`name\`, which the report calls it by, and a
\`timeout_ms\` of its own.`;

const which = `Where a step takes a selector, a text stands for each place where it is, a pattern between slashes for each place that it
finds, and an object is a selector as [\`session.find\`](ptywright.md#sessionfind) takes it.`;

export const stepsPage = (): string =>
  page(
    '# Steps',
    notice('src/cli/steps'),
    opening,
    '## Fields',
    table(
      ['field', 'needed', 'what it is'],
      Object.entries(stepsSchema().properties).map(([name, { description, default: unasked }]) => [
        code(name),
        isNeeded(name) ? 'yes' : '',
        [description, unasked === undefined ? '' : `${code(JSON.stringify(unasked))} if absent.`]
          .filter(Boolean)
          .join(' '),
      ]),
    ),
    everyStep,
    which,
    ...[...kinds.values()].map(section),
  );

const isNeeded = (name: string) =>
  !(Script.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[name]!.safeParse(
    undefined,
  ).success;

const section = ({ name, summary, example }: Kind) => {
  const fields = fieldsOf(name);
  return join(`## ${name}`, summary, fields && fieldTable(fields, 'params'), json({ [name]: example }));
};

/** The long form of a kind that has one. */
function fieldsOf(kind: string): JsonSchema | undefined {
  const { steps } = linked.properties;
  const step = branchesOf(steps!.items as JsonSchema)!.find(({ properties }) => properties![kind]);
  const shape = step!.properties![kind]!;
  const forms = [shape, ...(branchesOf(shape) ?? [])];
  return forms.find(({ properties }) => properties && !properties.type);
}

/** References lead where those of the protocol do. */
const linked = JSON.parse(
  JSON.stringify(stepsSchema()).replaceAll('#/$defs/', '#/components/schemas/'),
) as ReturnType<typeof stepsSchema>;
