/**
 * Edits a file with vim through the typed client, and prints what vim wrote.
 *
 *     node docs/examples/vim.mjs
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStdio } from 'ptywright/client';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vim-'));
const file = join(folder, 'notes.txt');

// In a project of your own: connectStdio('npx', ['ptywright', 'serve', '--stdio'])
const { client } = connectStdio(process.execPath, [bin, 'serve', '--stdio']);
const { act, create, wait } = client.calls.session;

const { session } = await create({ program: 'vim', args: ['-u', 'NONE', '-i', 'NONE', file] });
await wait({ session, matcher: { type: 'contains_text', value: 'notes.txt' } });

await act({
  session,
  actions: [
    { type: 'text', value: 'ihello from ptywright' },
    { type: 'key', value: 'escape' },
  ],
  matcher: { type: 'contains_text', value: 'hello from ptywright' },
});
await act({
  session,
  actions: [
    { type: 'text', value: ':wq' },
    { type: 'key', value: 'enter' },
  ],
  matcher: { type: 'process_exited' },
});

process.stdout.write(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true });
await client.close();
