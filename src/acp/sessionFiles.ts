/** The private folder of a session: images of prompts, and its MCP servers. Also the text of a prompt. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContentBlock, type McpServer, RequestError } from '@agentclientprotocol/sdk';
import { createTemporaryPath, removeParentFolder, writeNewFile } from '#platform/temporaryFile.ts';

const endings: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export interface Prompt {
  readonly text: string;
  readonly isCommand: boolean;
}

export class SessionFiles {
  readonly #mcpServers: string;
  #images = 0;

  private constructor(path: string) {
    this.#mcpServers = path;
  }

  static async create(): Promise<SessionFiles> {
    return new SessionFiles(await createTemporaryPath('mcp.json'));
  }

  /** Writes a file that only this user can read, because it may contain secrets. Returns its path. */
  async writeMcpServers(servers: readonly McpServer[]): Promise<string> {
    const mcpServers = Object.fromEntries(servers.map(({ name, ...server }) => [name, mcpEntry(server)]));
    await writeNewFile(this.#mcpServers, JSON.stringify({ mcpServers }, null, 2));
    return this.#mcpServers;
  }

  /** Returns the text to send. An image becomes the path of a file. A path never becomes a command. */
  async prompt(blocks: readonly ContentBlock[]): Promise<Prompt> {
    let text = '';
    for (const block of blocks) text += await this.#blockText(block);
    text = text.trim();
    const [first] = blocks;
    const isCommand = first?.type === 'text' && /^\s*\/[\w:.-]+(?:\s|$)/.test(first.text);
    return { text: text.startsWith('/') && !isCommand ? `File: ${text}` : text, isCommand };
  }

  remove(): Promise<void> {
    return removeParentFolder(this.#mcpServers);
  }

  async #blockText(block: ContentBlock): Promise<string> {
    if (block.type === 'text') return block.text;
    if (block.type === 'resource_link') return ` ${pathOf(block.uri)} `;
    if (block.type !== 'image')
      throw RequestError.invalidParams({ type: block.type }, 'expected text, resource_link or image');
    const ending = endings[block.mimeType];
    if (!ending)
      throw RequestError.invalidParams(
        { mimeType: block.mimeType },
        `expected an image of type ${Object.keys(endings).join(', ')}`,
      );
    this.#images += 1;
    const path = join(dirname(this.#mcpServers), `image-${this.#images}.${ending}`);
    await writeNewFile(path, Buffer.from(block.data, 'base64'));
    return ` ${quoted(path)} `;
  }
}

type WithoutName<T> = T extends unknown ? Omit<T, 'name'> : never;

function mcpEntry(server: WithoutName<McpServer>): object {
  const record = (list: readonly { name: string; value: string }[]) =>
    Object.fromEntries(list.map(({ name, value }) => [name, value]));
  if ('command' in server) return { command: server.command, args: server.args, env: record(server.env) };
  return { type: server.type, url: server.url, headers: record(server.headers) };
}

function pathOf(uri: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    return quoted(fileURLToPath(uri));
  } catch (problem) {
    throw RequestError.invalidParams({ uri }, (problem as Error).message);
  }
}

const quoted = (path: string): string => (/\s/.test(path) ? `"${path}"` : path);
