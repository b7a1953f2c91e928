/** The reference of a peer's dialect: its methods and events, and the parts of the core in which each ends up. */
import type { Dialect } from '../rpc/dialect.ts';
import { type Protocol, type ProtocolEvent, type ProtocolMethod, peerDocument } from './document.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { code, join, json, notice, page, table } from './markdown.ts';
import { corePartsOf } from './parts.ts';
import { fieldTable, typeOf } from './shape.ts';

const guideOf = (name: string) => `[Coming from ${name}](../../guides/from-${name}.md)`;

export const dialectPage =
  <World>(dialect: Dialect<World>) =>
  (): string => {
    const { methods, components, 'x-notifications': events } = peerDocument(dialect) as unknown as Protocol;
    const { name } = dialect;
    const shapes = Object.entries(components.schemas);
    return withOwnLinks(
      page(
        `# ${name}`,
        notice(`src/dialects/${name}`),
        `What the document of ${name} has, as this server speaks it. ${guideOf(name)} tells how to start it and what is different. The numbers are its error codes. “Core” names the files below \`src/core\` in which a call ends up.`,
        '## Methods',
        table(
          ['method', 'what it does'],
          methods.map((method) => [`[${code(method.name)}](#${anchor(method.name)})`, method.summary]),
        ),
        ...methods.map((method) => methodSection(name, method)),
        events.length > 0 && '## Notifications',
        ...events.map(eventSection),
        shapes.length > 0 && '## Shapes',
        ...shapes.map(shapeSection),
      ),
    );
  };

/** Shapes stand on the page itself, and the pages of the core one folder up. */
const withOwnLinks = (text: string) =>
  text
    .replaceAll(/\]\(ptywright\.md#(\w+)\)/g, '](#$1-as-a-shape)')
    .replaceAll(/\]\((\w+)\.md/g, '](../$1.md');

/** As renderers make anchors of headings: dots go. */
const anchor = (name: string) => name.toLowerCase().replaceAll('.', '');

const methodSection = (dialect: string, method: ProtocolMethod) =>
  join(
    `### ${method.name}`,
    [method.summary, method.description].filter(Boolean).join(' '),
    factsOf(dialect, method),
    method.params.length > 0 && fieldTable(paramsOf(method), 'params'),
    method.result && `Result: ${typeOf(method.result.schema)}.`,
    method.result && fieldTable(method.result.schema, 'result'),
  );

function factsOf(dialect: string, { name, errors, ...method }: ProtocolMethod): string {
  const parts = corePartsOf(dialect, name);
  const facts = [
    method['x-needs'].length > 0 && `Needs ${method['x-needs'].map(code).join(', ')}.`,
    errors.length > 0 &&
      `Errors: ${errors.map(({ message, code: number }) => `${message} (${number})`).join(', ')}.`,
    parts.length > 0 && `Core: ${parts.map(code).join(', ')}.`,
  ];
  return facts.filter(Boolean).join(' ');
}

const paramsOf = ({ params }: ProtocolMethod): JsonSchema => ({
  properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
  required: params.filter(({ required }) => required).map(({ name }) => name),
});

const eventSection = ({ name, summary, params, example }: ProtocolEvent) =>
  join(`### ${name}`, summary, fieldTable(params, 'result'), json({ method: name, params: example }));

const shapeSection = ([name, schema]: [string, JsonSchema]) =>
  join(`### ${name} as a shape`, schema.description, fieldTable(schema, 'result') || `${typeOf(schema)}.`);
