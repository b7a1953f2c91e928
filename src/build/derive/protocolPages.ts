/** Generates the reference pages of the protocol and of the other dialects: methods, events and shared schemas. */
import { methods as declared } from '#dialects/ptywright/dialect.ts';
import { permissions } from '#permissions.ts';
import type { Dialect } from '#rpc/dialect.ts';
import type { AnyMethod, MethodExample } from '#rpc/method.ts';
import {
  codeSpan,
  derivedNotice,
  fieldTable,
  formatType,
  joinBlocks,
  joinPage,
  jsonBlock,
  shapePages,
  table,
} from './markdown.ts';
import {
  type JsonSchema,
  nativeModel,
  type ProtocolEvent,
  type ProtocolMethod,
  type ProtocolModel,
  peerModel,
} from './protocolModel.ts';

const methodExamples = new Map<string, readonly MethodExample[]>(
  (declared as readonly AnyMethod<never>[]).map(({ name, examples }) => [name, examples]),
);

const protocolOpening = `JSON-RPC 2.0, with one JSON text per line or with \`Content-Length\` headers. Parameters are
an object. An unknown field is rejected with its path. Null means that an optional field is absent, unless null is one
of its values. Later versions may add fields to results and notifications: ignore unknown fields. Besides the faults that
are listed for it, each method can fail with Invalid, which names the field, and with Internal.

See also [matchers](matchers.md), [actions](actions.md), [faults](faults.md) and [limits](limits.md).`;

/**
 * The part of a method name before the dot. Methods without a dot, such as `initialize`, form the group `lifecycle`.
 */
const groupOf = (name: string) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : 'lifecycle');

const groups = [...new Set(nativeModel().methods.map(({ name }) => groupOf(name)))];

const notice = derivedNotice('src/dialects/ptywright');

/** The index: links to all methods and events, the shared schemas, and the permissions. */
export function protocolPage(): string {
  const protocol = nativeModel();
  const { methods, components, 'x-notifications': events } = protocol;
  const sent = sentSchemas(protocol);
  return joinPage(
    '# The ptywright protocol',
    notice,
    protocolOpening,
    '## Methods',
    ...groups.flatMap((group) => [
      `### [${group}](ptywright/${group}.md)`,
      contents(`ptywright/${group}.md`, methodsIn(group, methods)),
    ]),
    '## Notifications',
    contents('ptywright/notifications.md', events),
    '## Shapes',
    ...Object.entries(components.schemas)
      .filter(([name]) => !(name in shapePages))
      .map(([name, schema]) =>
        shapeSection(name, schema, sent.includes(`schemas/${name}"`) ? 'result' : 'params'),
      ),
    '## Permissions',
    table(
      ['permission', 'allows'],
      Object.entries(permissions).map(([name, meaning]) => [codeSpan(name), meaning]),
    ),
  );
}

const methodsIn = (group: string, methods: readonly ProtocolMethod[]) =>
  methods.filter(({ name }) => groupOf(name) === group);

/** One page for each group of methods, and one for the notifications. */
export const protocolPages: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    groups.map((group) => [`docs/reference/ptywright/${group}.md`, () => groupPage(group)]),
  ),
  'docs/reference/ptywright/notifications.md': () =>
    fromSubfolder(
      joinPage(
        '# Notifications',
        notice,
        'The server sends a notification only after `server.set_notifications` has turned it on.',
        ...nativeModel()['x-notifications'].map((event) =>
          eventSection('##', `${event.summary} Since level ${event.since}.`, event),
        ),
      ),
    ),
};

const groupPage = (group: string) =>
  fromSubfolder(
    joinPage(
      group === 'lifecycle' ? '# Lifecycle methods' : `# Methods of \`${group}\``,
      notice,
      ...methodsIn(group, nativeModel().methods).map(protocolMethodSection),
    ),
  );

const contents = (page: string, rows: readonly { readonly name: string; readonly summary: string }[]) =>
  table(
    ['name', 'description'],
    rows.map(({ name, summary }) => [`[${codeSpan(name)}](${page}#${methodAnchor(name)})`, summary]),
  );

/** Adjusts links between the pages of docs/reference for pages one folder deeper. */
const fromSubfolder = (text: string) => text.replaceAll(/\]\((\w+)\.md/g, '](../$1.md');

/** The anchor that Markdown renderers generate for a heading: dots are dropped. */
const methodAnchor = (name: string) => name.toLowerCase().replaceAll('.', '');

/** `more` follows the result. */
const methodSection = (
  heading: string,
  method: ProtocolMethod,
  facts: readonly Fact[],
  more: readonly string[],
) =>
  joinBlocks(
    `${heading} ${method.name}`,
    [method.summary, method.description].filter(Boolean).join(' '),
    facts.filter(Boolean).join(' '),
    method.params.length > 0 && fieldTable(paramsSchema(method), 'params'),
    method.result && `Result: ${formatType(method.result.schema)}.`,
    method.result && fieldTable(method.result.schema, 'result'),
    ...more,
  );

type Fact = string | false;

const formatNeeds = ({ 'x-needs': needs }: ProtocolMethod): Fact =>
  needs.length > 0 && `Needs ${needs.map(codeSpan).join(', ')}.`;

const protocolMethodSection = (method: ProtocolMethod) =>
  methodSection(
    '##',
    method,
    methodFacts(method),
    (methodExamples.get(method.name) ?? []).map((example) => formatExample(method, example)),
  );

function methodFacts(method: ProtocolMethod): readonly Fact[] {
  const { errors, paramStructure, params, result } = method;
  const order = params.map(({ name }) => codeSpan(name)).join(', ');
  return [
    `Since level ${method['x-since']}.`,
    formatNeeds(method),
    paramStructure === 'either' && `Parameters can also be an array: ${order}.`,
    !result && 'A notification: there is no reply.',
    errors.length > 0 &&
      `Faults: ${errors.map(({ message, code }) => `[${message}](faults.md#${message.toLowerCase()}) (${code})`).join(', ')}.`,
  ];
}

const paramsSchema = ({ params }: ProtocolMethod): JsonSchema => ({
  properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
  required: params.filter(({ required }) => required).map(({ name }) => name),
});

function formatExample({ name: method, params: known }: ProtocolMethod, example: MethodExample): string {
  const { title, program, send, reply, fault } = example;
  const ofSession = program !== undefined && known.some(({ name }) => name === 'session');
  const params = ofSession ? { session: 's1', ...send } : send;
  const outcome =
    fault === undefined
      ? joinBlocks('reply contains at least', jsonBlock(reply))
      : `fails with the fault [${fault}](faults.md#${fault.toLowerCase()}).`;
  return joinBlocks(
    `*${title}*${program === undefined ? '' : `, with s1 running \`spec/programs/${program}.sh\``}:`,
    jsonBlock({ method, params }),
    outcome,
  );
}

const eventSection = (heading: string, text: string, { name, params, example }: ProtocolEvent) =>
  joinBlocks(
    `${heading} ${name}`,
    text,
    fieldTable(params, 'result'),
    jsonBlock({ method: name, params: example }),
  );

const shapeSection = (title: string, schema: JsonSchema, columns: 'params' | 'result') =>
  joinBlocks(`### ${title}`, schema.description, fieldTable(schema, columns) || `${formatType(schema)}.`);

/** Everything that the server sends, as JSON, to find the schemas that it uses. */
const sentSchemas = ({ methods, components, 'x-notifications': events }: ProtocolModel): string =>
  JSON.stringify([methods.map(({ result }) => result), components, events]);

/** Link to the migration guide of a dialect. */
const guideLink = (name: string) => `[Coming from ${name}](../../guides/from-${name}.md)`;

export const dialectPage =
  <World>(dialect: Dialect<World>) =>
  (): string => {
    const { methods, components, 'x-notifications': events } = peerModel(dialect) as unknown as ProtocolModel;
    const { name } = dialect;
    const shapes = Object.entries(components.schemas);
    return rewriteLinks(
      joinPage(
        `# ${name}`,
        derivedNotice(`src/dialects/${name}`),
        `The protocol of ${name}, as this server implements it. ${guideLink(name)} describes how to start it, and the differences. The numbers are the error codes.`,
        '## Methods',
        table(
          ['method', 'description'],
          methods.map((method) => [
            `[${codeSpan(method.name)}](#${methodAnchor(method.name)})`,
            method.summary,
          ]),
        ),
        ...methods.map((method) =>
          methodSection('###', method, [formatNeeds(method), formatErrors(method)], []),
        ),
        events.length > 0 && '## Notifications',
        ...events.map((event) => eventSection('###', event.summary, event)),
        shapes.length > 0 && '## Shapes',
        ...shapes.map(([name, schema]) => shapeSection(`${name} as a shape`, schema, 'result')),
      ),
    );
  };

/** Shared schemas of a dialect are on its own page. */
const rewriteLinks = (text: string) =>
  fromSubfolder(text.replaceAll(/\]\(ptywright\.md#(\w+)\)/g, '](#$1-as-a-shape)'));

const formatErrors = ({ errors }: ProtocolMethod): Fact =>
  errors.length > 0 && `Errors: ${errors.map(({ message, code }) => `${message} (${code})`).join(', ')}.`;
