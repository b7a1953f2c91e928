/** The reference of faults: what each means, its number, and what its data says. */
import { type FaultName, faultDeclarations, faultNames } from '../core/faults.ts';
import { codes } from '../dialects/ptywright/codes.ts';
import { z } from '../platform/schema.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { join, notice, page } from './markdown.ts';
import { fieldTable } from './shape.ts';

const opening = `A fault is answered as a JSON-RPC error: its number is \`code\`, and \`data\` has the shape below. Where faults share a number,
their data tells them apart. Besides these there are JSON-RPC's own: -32700 (no JSON), -32600 (no request) and -32601 (no such
method). All text in an error is redacted.`;

export const faultsPage = (): string =>
  page(
    '# Faults',
    notice('src/core/faults.ts and src/dialects/ptywright/codes.ts'),
    opening,
    ...faultNames.map(section),
  );

const section = (name: FaultName) =>
  join(
    `## ${name}`,
    `${codes[name]}. ${faultDeclarations[name].sentence}`,
    fieldTable(
      z.toJSONSchema(faultDeclarations[name].data, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
      'result',
    ),
  );
