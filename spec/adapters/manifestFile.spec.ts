import { describe, expect, it } from 'vitest';
import { readManifestFile } from '#adapters/plugin.ts';
import { limits } from '#limits.ts';
import { folderWith, manifestText, problemOf } from './files.ts';

const readText = (text: string | Uint8Array) => {
  const path = `${folderWith({ 'x.toml': text })}/x.toml`;
  return readManifestFile({ path, displayPath: 'manifests/x.toml', parameter: 'manifest_path' });
};
const problemIn = (text: string | Uint8Array) => problemOf(() => readText(text));

describe('a manifest in a file', () => {
  it('has the same fields as in JSON', () => {
    const { manifest } = readText(`${manifestText()}[default_target]\nprogram = "sh"\nenv = { A = "1" }\n`);
    expect(manifest.default_target).toEqual({ program: 'sh', args: [], env: { A: '1' }, required_env: {} });
  });

  it('reports file, line and field of an error', () => {
    const text = `name = "x"
kind = "adapter"
version = "1"
permissions = [
  "screen.read",
  "input.write",
  "screen.raed",
]
`;
    expect(problemIn(text)).toMatchObject({
      name: 'Invalid',
      message: 'manifests/x.toml:7: permissions.2: "screen.raed" is not a permission (nearest: screen.read)',
      data: { path: 'manifest_path', got: '"screen.raed"' },
    });
  });

  it.each([
    [
      `${manifestText()}[default_target]\nprogram = "sh"\nrow = 3\n`,
      ':9: default_target.row: is not a field',
    ],
    [`${manifestText()}default_target = { program = 1 }\n`, ':7: default_target.program: expected a string'],
    [
      `${manifestText()}[default_target]\nprogram = "sh"\n[default_target.env]\n"A B" = "1"\n`,
      ':10: default_target.env.A B: is not a valid variable name',
    ],
    [manifestText({ version: undefined }), ':1: version: is missing'],
    [manifestText({ entrypoint: undefined }), ':4: runtime: needs an entrypoint'],
    [manifestText({ entrypoint: '../main.lua' }), ':5: entrypoint: contains ..'],
    [`${manifestText()}status_rows = 1979-05-27\n`, ':7: status_rows: expected a whole number, got a date'],
    ['name = "x"\nname = "y"\n', ':2: '],
    ['name = \n', ':1: '],
    ['', ':1: name: is missing'],
  ])('%j', (text, message) => {
    expect(problemIn(text).message).toContain(`manifests/x.toml${message}`);
  });

  it.each([
    ['too_large', `#${' '.repeat(limits.manifestBytes)}\n`],
    ['not_utf8', new Uint8Array([0x23, 0xff, 0xfe])],
  ])('is refused when it is %s', (reason, text) => {
    expect(problemIn(text)).toMatchObject({ name: 'FileRefused', data: { reason, path: 'manifest_path' } });
  });
});
