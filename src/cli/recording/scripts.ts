/**
 * Converts recorded calls to scripts in TypeScript, Python, shell and JSON. Redacted values become environment
 * variables.
 */
import { sessionAct, sessionInput } from '#dialects/ptywright/input.ts';
import { sessionSnapshot } from '#dialects/ptywright/screen.ts';
import { sessionClose, sessionCreate, sessionResize } from '#dialects/ptywright/session.ts';
import { sessionWait } from '#dialects/ptywright/waits.ts';
import type { ActionsRecording, RecordedOperation } from '#recording/actionsRecording.ts';
import { pythonLiteral } from '../codegen/targets.ts';
import { quoteShell } from '../print.ts';

interface ExtractedSecrets {
  readonly recording: ActionsRecording;
  /** Names of the variables. Each occurrence has its own. */
  readonly names: readonly string[];
}

/** Placeholder for the variable of that name. */
const secretMark = (name: string) => `\0${name}\0`;
const escapedMark = (name: string) => JSON.stringify(secretMark(name)).slice(1, -1);
const markPattern = /\\u0000(SECRET_\d+)\\u0000/g;

export function extractSecrets(recording: ActionsRecording): ExtractedSecrets {
  const names: string[] = [];
  const { replacement } = recording;
  if (replacement === null) return { recording, names };
  const next = () => {
    names.push(`SECRET_${names.length + 1}`);
    return secretMark(names.at(-1)!);
  };
  return {
    recording: mapStrings(recording, (text) => text.replaceAll(replacement, next)) as ActionsRecording,
    names,
  };
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'replacement' ? inner : mapStrings(inner, change),
    ]),
  );
}

/** Inserts variables in a language with JSON strings and `+` for concatenation. */
const joinSecrets = (script: string, read: (name: string) => string): string =>
  secretNames(script).reduce((joined, name) => {
    const whole = joined.replaceAll(JSON.stringify(secretMark(name)), () => read(name));
    return whole.replaceAll(escapedMark(name), () => `" + ${read(name)} + "`);
  }, script);

/** Inserts variables in a shell string in single quotes. */
const spliceSecrets = (script: string): string => script.replaceAll(markPattern, `'"$$$1"'`);

const secretNames = (script: string): readonly string[] =>
  [...script.matchAll(markPattern)].map(([, name]) => name!);

/** Head of a Python script. Uses the standard library only. */
const pythonClient = `import json
import subprocess

server = subprocess.Popen(
    ["ptywright", "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
)
last = 0


def call(method, params):
    global last
    last += 1
    request = {"jsonrpc": "2.0", "id": last, "method": method, "params": params}
    server.stdin.write(json.dumps(request) + "\\n")
    server.stdin.flush()
    for line in server.stdout:
        reply = json.loads(line)
        if reply.get("id") != last:
            continue
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]
    raise RuntimeError("the server has ended")

`;

/** Generates a Python script. It reads each redacted value where it is needed. */
function pythonScript(calls: RecordedCalls): string {
  const plain = pythonBody(calls);
  const script = joinSecrets(plain, (name) => `os.environ["${name}"]`);
  return (script === plain ? pythonClient : pythonClient.replace('\n', '\nimport os\n')) + script;
}

const pythonBody = ({ create, calls, snapshot, close }: RecordedCalls): string =>
  [
    'try:',
    `    session = call(${pythonLiteral(create.method)}, ${pythonLiteral(create.params)})["session"]`,
    ...calls.map((request) => `    ${pythonCall(request)}`),
    `    print(${pythonCall(snapshot)}["plain_text"])`,
    `    ${pythonCall(close)}`,
    'finally:',
    '    server.stdin.close()',
    '    server.wait()',
    '',
  ].join('\n');

const pythonCall = ({ method, params }: CallRequest) =>
  `call(${pythonLiteral(method)}, {"session": session${pythonEntries(params)}})`;

const pythonEntries = (params: object) =>
  Object.entries(params)
    .map(([name, value]) => `, ${pythonLiteral(name)}: ${pythonLiteral(value)}`)
    .join('');

/** Reads a redacted value and escapes it for a JSON string. */
const shellReadSecret = (name: string) =>
  `${name}=$(printf %s "\${${name}:?hidden in the recording}" | sed 's/[\\\\"]/\\\\&/g')\n`;

/**
 * Generates a shell script with one `ptywright call` per call. It names the session, so that no output has to be
 * parsed.
 */
function shellScript(calls: RecordedCalls): string {
  const script = shellBody(calls);
  return shellHead + secretNames(script).map(shellReadSecret).join('') + spliceSecrets(script);
}

const shellHead = '#!/bin/sh\n# A server must be running: ptywright serve\nset -eu\n';

const shellBody = ({ create, calls, snapshot, close }: RecordedCalls): string =>
  [
    'session="replay-$$"',
    '',
    quietLine({ ...create, params: { ...create.params, name: shellSession } }),
    `trap ${quoteShell(quietLine(close))} EXIT`,
    ...calls.map((call) => quietLine(withSession(call))),
    callLine(withSession(snapshot)),
    '',
  ].join('\n');

/** Placeholder for the variable. */
const shellSession = '\0session';

const withSession = (request: CallRequest): CallRequest => ({
  ...request,
  params: { session: shellSession, ...request.params },
});

const quietLine = (request: CallRequest) =>
  `${callLine(request.params.name === shellSession ? request : withSession(request))} > /dev/null`;

const callLine = ({ method, params }: CallRequest) =>
  `ptywright call ${method} ${spliceSession(JSON.stringify(params))}`;

const spliceSession = (json: string) =>
  json
    .split(JSON.stringify(shellSession))
    .map((part, at, parts) => quoteShell(`${at > 0 ? '"' : ''}${part}${at < parts.length - 1 ? '"' : ''}`))
    .join('"$session"');

const scriptIndent = '  ';

const missingHelper = `const missing = () => {
  throw new Error('set the environment variables of the hidden secrets');
};
`;

/** Generates a TypeScript script for the typed client. It reads all redacted values before anything starts. */
function typescriptScript(calls: RecordedCalls): string {
  const plain = typescriptBody(calls);
  const names = secretNames(plain).map((name) => `${name} = missing()`);
  if (names.length === 0) return plain;
  const read = `${missingHelper}const { ${names.join(', ')} } = process.env;\n`;
  return joinSecrets(plain, (name) => name).replace('\nconst {', () => `\n${read}\nconst {`);
}

const typescriptBody = ({ create, calls, snapshot, close }: RecordedCalls): string =>
  [
    `import { connectStdio } from 'ptywright/client';`,
    '',
    `const { client } = connectStdio('ptywright', ['serve', '--stdio']);`,
    'try {',
    `  const { session } = await client.calls.${create.method}(${typescriptObject(create.params)});`,
    ...calls.map((request) => `  ${typescriptCall(request)};`),
    `  const { plain_text } = ${typescriptCall(snapshot)};`,
    `  process.stdout.write(\`\${plain_text}\\n\`);`,
    `  ${typescriptCall(close)};`,
    '} finally {',
    '  await client.close();',
    '}',
    '',
  ].join('\n');

const typescriptCall = ({ method, params }: CallRequest) =>
  `await client.calls.${method}(${typescriptObject({ session: typescriptSession, ...params })})`;

/** Placeholder for the variable of that name. */
const typescriptSession = '\0session';

/** JSON is a valid TypeScript expression. */
const typescriptObject = (value: object) =>
  JSON.stringify(value, null, 2)
    .replaceAll(`"session": ${JSON.stringify(typescriptSession)}`, 'session')
    .replaceAll('\n', `\n${scriptIndent}`);

const jsonScript = ({ create, calls }: RecordedCalls): string =>
  `${JSON.stringify(
    [create, ...calls].map(({ time, method, params }) => ({ time, method, params })),
    null,
    2,
  )}\n`;

export const scriptGenerators: Readonly<Record<string, (calls: RecordedCalls) => string>> = {
  '.ts': typescriptScript,
  '.py': pythonScript,
  '.sh': shellScript,
  '.json': jsonScript,
};

/** A recorded call as a request of the native dialect, without the session id. */
interface CallRequest {
  readonly time: number;
  readonly method: string;
  /** Parameters except the session. */
  readonly params: Readonly<Record<string, unknown>>;
}

interface RecordedCalls {
  readonly create: CallRequest;
  readonly calls: readonly CallRequest[];
  readonly snapshot: CallRequest;
  readonly close: CallRequest;
}

const callMethods = {
  input: sessionInput,
  act: sessionAct,
  wait: sessionWait,
  resize: sessionResize,
} as const;

export const toRecordedCalls = ({ started, operations }: ActionsRecording): RecordedCalls => ({
  create: { time: 0, method: sessionCreate.name, params: { ...started } },
  calls: operations.flatMap(toRequests),
  snapshot: { time: 0, method: sessionSnapshot.name, params: {} },
  close: { time: 0, method: sessionClose.name, params: {} },
});

/** A request can have one action only, so an input becomes several requests. */
function toRequests({ time, call, ...params }: RecordedOperation): readonly CallRequest[] {
  const method = callMethods[call].name;
  if (call !== 'input') return [{ time, method, params }];
  const { actions } = params as { readonly actions: readonly unknown[] };
  return actions.map((action) => ({ time, method, params: { action } }));
}
