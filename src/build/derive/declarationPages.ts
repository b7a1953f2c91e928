/** Generates the reference pages of actions, matchers, faults and limits. */
import { codes } from '#dialects/ptywright/errors.ts';
import { type FaultName, faultDeclarations, faultNames } from '#faults.ts';
import { type LimitName, limitReasons, limits } from '#limits.ts';
import type { MatcherDeclaration } from '#matchers/matcher.ts';
import { matchers } from '#matchers/registry.ts';
import { z } from '#platform/schema.ts';
import type { ActionExample } from '#terminal/input/action.ts';
import { actions } from '#terminal/input/actions.ts';
import { codeSpan, derivedNotice, fieldTable, joinBlocks, joinPage, jsonBlock, table } from './markdown.ts';
import { type JsonSchema, nativeModel } from './protocolModel.ts';

const actionsOpening = `The actions that \`session.input\` and \`session.act\` perform. \`type\` is the name of the
action, and \`value\` is its argument, if it has one. The bytes that are written depend on the modes that the program
has turned on. An example without modes is for a terminal in its initial state. Bytes are shown as JSON strings.`;

interface DocumentedAction {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly wire: z.ZodType;
  readonly examples: readonly ActionExample<unknown>[];
}

export const actionsPage = (): string =>
  joinPage(
    '# Actions',
    derivedNotice('src/terminal/input'),
    actionsOpening,
    ...(Object.values(actions) as readonly DocumentedAction[]).map(actionSection),
  );

const actionSection = ({ name, summary, needs, wire, examples }: DocumentedAction) =>
  joinBlocks(
    `## ${name}`,
    `${summary} Needs ${codeSpan(needs)}.`,
    fieldTable(z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' }) as JsonSchema, 'params'),
    table(['example', 'value', 'modes', 'description'], examples.map(actionExampleRow)),
  );

const formatValue = (value: unknown) => (value === undefined ? '' : codeSpan(JSON.stringify(value)));

const actionExampleRow = ({ title, value, modes, writes, effect, fault }: ActionExample<unknown>) => [
  title,
  formatValue(value),
  formatValue(modes),
  [writes !== undefined && `writes ${formatValue(writes)}`, effect, fault && `ends with the fault ${fault}`]
    .filter(Boolean)
    .join('; '),
];

/** The page of matchers: one section each, under its wire name. */
const matchersOpening = `The conditions that \`session.wait\` and \`session.act\` wait for. \`type\` is the name of
the matcher, and \`value\` is its argument, if it has one. \`rows\` or \`region\` limits a text matcher to a part of
the screen. Patterns are RE2: \`^\` and \`$\` match at the ends of the text, unless the pattern has \`(?m)\`, and
\`.\` matches a line feed only with \`(?s)\`.`;

export function matchersPage(): string {
  const shapes = nativeModel().components.schemas.Matcher!.oneOf!;
  return joinPage(
    '# Matchers',
    derivedNotice('src/matchers'),
    matchersOpening,
    ...[...matchers.values()].map((one) => matcherSection(one, shapes)),
  );
}

const matcherSection = ({ name, summary, example }: MatcherDeclaration, shapes: readonly JsonSchema[]) =>
  joinBlocks(
    `## ${name}`,
    summary,
    fieldTable(shapes.find(({ properties }) => properties!.type!.const === name)!, 'params'),
    jsonBlock({ type: name, ...example }),
  );

/** The page of faults: meaning, code and data of each. */
const faultsOpening = `A fault is an error reply of JSON-RPC. Its number is \`code\`, and \`data\` has the shape
below. If faults share a number, the field \`fault\` of \`data\` is different. JSON-RPC defines further errors: -32700
(not JSON), -32600 (not a request) and -32601 (unknown method). All text in an error is redacted.`;

export const faultsPage = (): string =>
  joinPage(
    '# Faults',
    derivedNotice('src/faults.ts and src/dialects/ptywright/errors.ts'),
    faultsOpening,
    ...faultNames.map(faultSection),
  );

const faultSection = (name: FaultName) =>
  joinBlocks(
    `## ${name}`,
    `${codes[name]}. ${faultDeclarations[name].sentence}`,
    fieldTable(
      z.toJSONSchema(faultDeclarations[name].data, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
      'result',
    ),
  );

/** The page of limits, with the reason for each. */
const limitsOpening = `All limits of ptywright. A name that ends in Bytes counts bytes before decoding. Chars counts
UTF-16 code units. Ms is milliseconds. What exceeds a limit is rejected with the name of the limit, truncated, or held
back by backpressure.`;

export const limitsPage = (): string =>
  joinPage(
    '# Limits',
    derivedNotice('src/limits.ts'),
    limitsOpening,
    table(['limit', 'value', 'description'], (Object.keys(limits) as LimitName[]).map(limitRow)),
  );

const limitRow = (name: LimitName) => [codeSpan(name), formatLimit(name, limits[name]), limitReasons[name]];

const KiB = 1024;
const MiB = KiB * KiB;

function formatLimit(name: string, value: number): string {
  if (!/(?:Bytes|Chars)$/.test(name) || value % KiB !== 0) return String(value);
  return value % MiB === 0 ? `${value / MiB} Mi` : `${value / KiB} Ki`;
}
