/** The clients of docs/guides/mcp.md and acp.md run as they are printed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { actsAsAgent } from '../acp/editor.ts';
import { bin, commandFolder, freshHome } from '../cli/ptywright.ts';
import { root } from '../house/source.ts';
import { blocksOf } from './blocks.ts';

/** Runs where the packages of the clients are found. */
async function run(page: string): Promise<string> {
  const { code } = blocksOf(page).find(({ language }) => language === 'js')!;
  // The files of a real user may take their time, as those of pyenv do.
  const home = freshHome();
  const env = {
    ...process.env,
    HOME: home,
    PATH: `${commandFolder({ ptywright: bin, claude: actsAsAgent })}:${process.env.PATH}`,
    PTYWRIGHT_HOME: home,
  };
  const client = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, env });
  let printed = '';
  for (const stream of [client.stdout, client.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text));
  expect(await once(client, 'close'), printed).toEqual([0, null]);
  return printed;
}

it('the agent of mcp.md runs a command in bash', async () => {
  expect(await run('docs/guides/mcp.md')).toMatch(/^0 \[.*'42'/s);
});

it('the editor of acp.md prints an answer', async () => {
  expect(await run('docs/guides/acp.md')).toContain(
    'You said: What does this project do?.\n\nHello.\nend_turn\n',
  );
});
