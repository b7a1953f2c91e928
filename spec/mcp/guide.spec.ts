/** What docs/guides/mcp.md tells a user to paste. */
import { existsSync, rmSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { blocksOf } from '../guides/blocks.ts';
import { withProgram } from '../harness/withProgram.ts';
import { root } from '../house/source.ts';
import { call, overStdio } from './clients.ts';

interface Entry {
  readonly command: string;
  readonly args: string[];
  readonly url?: string;
}

const blocks = blocksOf('docs/guides/mcp.md');
const json = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code));
const entries: readonly Entry[] = json.flatMap(({ mcpServers, servers }) =>
  Object.values((mcpServers ?? servers ?? {}) as Record<string, Entry>),
);
const calls: readonly { name: string; arguments: Record<string, unknown> }[] = json.filter(
  ({ name }) => name,
);

const offers = async (client: Client) => {
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('start');
  await client.close();
};

const newClient = () => new Client({ name: 'spec', version: '1.0.0' });

describe('the configurations', () => {
  it.each(entries.filter(({ command }) => command))('$command $args', async ({ command, args }) => {
    // What `npm link` or a global installation puts into the PATH.
    const words = command === 'ptywright' ? ['/path/to/ptywright/bin/ptywright.js', ...args] : args;
    const client = newClient();
    const installed = words.map((word) => word.replace('/path/to/ptywright/', root));
    await client.connect(new StdioClientTransport({ command: process.execPath, args: installed }));
    await offers(client);
  });

  it('over HTTP', async () => {
    const { url } = entries.find((one) => one.url)!;
    const { code } = blocks.find((one) => one.code.includes('mcp+http'))!;
    const words = code.trim().replace('9820', '0').split(' ').slice(1);
    const server = new Ptywright(words, { PTYWRIGHT_HOME: freshHome(), PTYWRIGHT_TOKEN: '' });
    await server.says('listening on ', 'stderr');
    const [, address] = /listening on (\S+)\n/.exec(server.stderr)!;
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(new URL(url!).pathname, address)));
    await offers(client);
    server.process.kill();
    await server.ended;
  });
});

withProgram('vim', 'the calls of the guide write a file', async () => {
  const path = `${freshHome()}/from-mcp.txt`;
  const { client, close } = await overStdio();
  for (const { name, arguments: args } of calls) {
    const own = JSON.parse(JSON.stringify(args).replace('/tmp/from-mcp.txt', path));
    const { failed, text } = await call(client, name, own);
    expect(text).toBeTruthy();
    expect(failed).toBe(false);
  }
  await close();
  expect(existsSync(path)).toBe(true);
  rmSync(path);
});
