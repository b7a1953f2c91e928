/** A server that cannot start says why in one line, with the next step. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshHome, ptywright } from '../../ptywright.ts';

it('on a port that is taken', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = await ptywright(['serve', '--listen', `ptywright+ws://127.0.0.1:${port}`]);
  other.close();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^ptywright serve: .*:\d+; choose another port.*\n$/),
  ]);
});

it.each([['serve'], ['steps', 'one.yaml']])(
  'with a file as the folder for artifacts: %s',
  async (...words) => {
    const folder = freshHome();
    writeFileSync(join(folder, 'file'), '');
    writeFileSync(join(folder, 'one.yaml'), 'program: "true"\nsteps: [{ expect: { exit: 0 } }]\n');
    const [name, ...files] = words.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
    const { status, stderr } = await ptywright([
      name!,
      '--artifact-dir',
      join(folder, 'file', 'below'),
      ...files,
    ]);
    const reason = 'has a parent that is not a directory (ENOTDIR). Correct the path.';
    expect([status, stderr]).toEqual([1, `ptywright ${name}: ${join(folder, 'file', 'below')} ${reason}\n`]);
  },
);
