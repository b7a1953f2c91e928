/**
 * Calls `ptywright mcp` with the command line of the MCP inspector, which is not a development dependency, because it
 * brings 240 packages (147 MB): `npm run inspector`. Installs it into the folder for temporary files. Prints a line for
 * each check.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The last version for Node 20. */
const inspector = '@modelcontextprotocol/inspector@0.15.0';
const folder = join(tmpdir(), 'ptywright-inspector');
const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const command = join(folder, 'node_modules', '.bin', 'mcp-inspector');

if (!existsSync(command)) {
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, inspector], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

function inspect(...words) {
  const args = [command, '--cli', process.execPath, bin, 'mcp', ...words];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`status ${status}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

const call = (name, args) =>
  inspect(
    ...['--method', 'tools/call', '--tool-name', name],
    ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]),
  );

const names = ['start', 'act', 'wait', 'read', 'picture', 'list', 'close', 'agent'];
const checks = {
  'lists eight tools': () =>
    inspect('--method', 'tools/list')
      .tools.map(({ name }) => name)
      .join() === names.join(),
  'starts a program': () => {
    const args = '["-c","echo from the inspector; exec cat"]';
    const { structuredContent } = call('start', { program: 'sh', args });
    return structuredContent.rows['0'] === 'from the inspector';
  },
  'lists the plugins': () => JSON.stringify(call('list', {}).structuredContent).includes('"plugin":"shell"'),
  'names a wrong field': () => {
    const { isError, content } = call('read', { session: 's9' });
    return isError && content[0].text.includes('s9');
  },
  'lists the templates of resources': () =>
    inspect('--method', 'resources/templates/list').resourceTemplates.length === 2,
  'gets the prompt skill': () =>
    inspect('--method', 'prompts/get', '--prompt-name', 'skill').messages[0].content.text.includes(
      'ptywright',
    ),
};

for (const [name, check] of Object.entries(checks)) {
  let problem = '';
  try {
    if (!check()) problem = 'another reply';
  } catch (thrown) {
    problem = thrown.message;
  }
  process.stdout.write(`${problem ? 'FAILED' : 'ok'} ${name}${problem && `: ${problem}`}\n`);
  if (problem) process.exitCode = 1;
}
