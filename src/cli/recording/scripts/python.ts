/** Recorded calls as Python, with nothing but its own library: one line of JSON a request. */

import type { Calls, Request } from './calls.ts';
import { joinedSecrets } from './secrets.ts';

const client = `import json
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

/** What the recording has hidden is read where it is needed. */
export function python(calls: Calls): string {
  const plain = textOf(calls);
  const script = joinedSecrets(plain, (name) => `os.environ["${name}"]`);
  return (script === plain ? client : client.replace('\n', '\nimport os\n')) + script;
}

const textOf = ({ create, calls, snapshot, close }: Calls): string =>
  [
    'try:',
    `    session = call(${literal(create.method)}, ${literal(create.params)})["session"]`,
    ...calls.map((request) => `    ${called(request)}`),
    `    print(${called(snapshot)}["plain_text"])`,
    `    ${called(close)}`,
    'finally:',
    '    server.stdin.close()',
    '    server.wait()',
    '',
  ].join('\n');

const called = ({ method, params }: Request) =>
  `call(${literal(method)}, {"session": session${entries(params)}})`;

const entries = (params: object) =>
  Object.entries(params)
    .map(([name, value]) => `, ${literal(name)}: ${literal(value)}`)
    .join('');

/** JSON but for three words; what a text of JSON may hold, a text of Python may. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return text(value);
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${text(name)}: ${literal(inner)}`)
    .join(', ')}}`;
}

const text = (value: unknown) => JSON.stringify(value);
