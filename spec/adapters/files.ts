/** Plugins written for one spec, each in a folder that is removed with the test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

export const manifestText = (fields: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries({ ...manifest, ...fields })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('');

export const manifest = {
  name: 'one',
  kind: 'adapter',
  version: '1.0.0',
  runtime: 'lua',
  entrypoint: 'main.lua',
  permissions: ['screen.read'],
};

/** Writes a plugin to a new folder and returns the path of its manifest. */
export const pluginIn = (
  fields: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string =>
  join(
    folderWith({ 'manifest.toml': manifestText(fields), 'main.lua': 'return {}\n', ...files }),
    'manifest.toml',
  );

/** The error that the function throws. */
export function problemOf(operation: () => unknown): {
  name: string;
  message: string;
  data: Record<string, unknown>;
} {
  try {
    operation();
  } catch (problem) {
    return problem as never;
  }
  throw new Error('it should have been refused');
}
