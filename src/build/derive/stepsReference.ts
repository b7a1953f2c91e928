/** Generates the JSON Schema and the reference page of step files. */
import { ScriptSchema, StepFields, stepTypes } from '#cli/steps/script.ts';
import type { StepType } from '#cli/steps/step.ts';
import { z } from '#platform/schema.ts';
import { codeSpan, derivedNotice, fieldTable, joinBlocks, joinPage, jsonBlock, table } from './markdown.ts';
import { type JsonSchema, schemaBranches } from './protocolModel.ts';

type StepsSchema = JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
};

/** The schema has one object shape for each type of step. */
export function createStepsSchema(): StepsSchema {
  const steps = [...stepTypes.values()].map(({ name, shape, summary }) =>
    z.strictObject({ [name]: shape, ...StepFields.shape }).describe(summary),
  );
  const shape = z.strictObject({
    ...ScriptSchema.shape,
    steps: z.array(z.union(steps as unknown as [z.ZodType, ...z.ZodType[]])).min(1),
  });
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as unknown as StepsSchema & {
    readonly $schema: string;
  };
  return { $schema, title: 'Steps for ptywright', ...schema } as unknown as StepsSchema;
}

/** The reference page of step files. */
const stepsOpening = `The scripts of [\`ptywright steps\`](../guides/steps.md): a program, and steps that are
performed in order. A file is YAML or JSON. \`manifests/steps.schema.json\` in the package of ptywright is the JSON
Schema of scripts, for editors.`;

const everyStepText = `A step has one field that is named after its type. It can also have a \`name\`, which is used
in the report, and a \`timeout_ms\`, which overrides that of the script.`;

const selectorText = `A selector is a text, which matches at each place where the text is, a pattern between slashes,
which matches at each place that it finds, or an object as in [\`session.find\`](ptywright/session.md#sessionfind).`;

export const stepsPage = (): string =>
  joinPage(
    '# Steps',
    derivedNotice('src/cli/steps'),
    stepsOpening,
    '## Fields',
    table(
      ['field', 'required', 'description'],
      Object.entries(createStepsSchema().properties).map(([name, { description, default: unasked }]) => [
        codeSpan(name),
        isRequired(name) ? 'yes' : '',
        [description, unasked === undefined ? '' : `${codeSpan(JSON.stringify(unasked))} by default.`]
          .filter(Boolean)
          .join(' '),
      ]),
    ),
    everyStepText,
    selectorText,
    ...[...stepTypes.values()].map(stepSection),
  );

const isRequired = (name: string) =>
  !(ScriptSchema.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[
    name
  ]!.safeParse(undefined).success;

const stepSection = ({ name, summary, example }: StepType) => {
  const fields = stepFields(name);
  return joinBlocks(
    `## ${name}`,
    summary,
    fields && fieldTable(fields, 'params'),
    jsonBlock({ [name]: example }),
  );
};

/** The object form of a step type, if it has one. */
function stepFields(kind: string): JsonSchema | undefined {
  const { steps } = linkedSchema.properties;
  const step = schemaBranches(steps!.items as JsonSchema)!.find(({ properties }) => properties![kind]);
  const shape = step!.properties![kind]!;
  const forms = [shape, ...(schemaBranches(shape) ?? [])];
  return forms.find(({ properties }) => properties && !properties.type);
}

/** References are rewritten to the form that the reference pages expect. */
const linkedSchema = JSON.parse(
  JSON.stringify(createStepsSchema()).replaceAll('#/$defs/', '#/components/schemas/'),
) as ReturnType<typeof createStepsSchema>;
