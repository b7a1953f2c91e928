/** Files of steps as a JSON Schema, so that editors complete and check them. */
import { kinds } from '../cli/steps/kinds/index.ts';
import { Script, StepTerms } from '../cli/steps/script.ts';
import { z } from '../platform/schema.ts';
import type { JsonSchema } from './jsonSchema.ts';

type StepsSchema = JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
};

/** A file says one thing a step: each kind is a shape of its own here. */
export function stepsSchema(): StepsSchema {
  const steps = [...kinds.values()].map(({ name, shape, summary }) =>
    z.strictObject({ [name]: shape, ...StepTerms.shape }).describe(summary),
  );
  const shape = z.strictObject({
    ...Script.shape,
    steps: z.array(z.union(steps as unknown as [z.ZodType, ...z.ZodType[]])).min(1),
  });
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as unknown as StepsSchema & {
    readonly $schema: string;
  };
  return { $schema, title: 'Steps for ptywright', ...schema } as unknown as StepsSchema;
}
