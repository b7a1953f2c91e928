/** Compares the manifest schema for editors with the checks of the server. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '#adapters/manifest.ts';
import { createManifestSchema } from '#build/derive/manifestReference.ts';
import { manifest } from '../../adapters/files.ts';

const valid = new Ajv({ strict: true }).compile(createManifestSchema());

const target = { program: 'sh', args: ['-c'], rows: 1, cols: 2, env: { A: '' }, required_env: { B: '' } };

describe('the schema of manifests', () => {
  it.each([
    {},
    { runtime: undefined, entrypoint: undefined },
    { permissions: [] },
    { permissions: undefined, description: 'One.', status_rows: 0, default_target: target },
    { default_target: { program: 'sh' } },
  ])('accepts the same as the server: %j', (fields) => {
    const one = { ...manifest, ...fields };
    expect(parseManifest(one)).toHaveProperty('manifest');
    expect(valid(JSON.parse(JSON.stringify(one)))).toBe(true);
  });

  it.each([
    { name: undefined },
    { name: 'a/b' },
    { kind: 'tool' },
    { version: ' ' },
    { runtime: undefined },
    { entrypoint: undefined },
    { permissions: ['screen.raed'] },
    { permissions: ['screen.read', 'screen.read'] },
    { default_target: {} },
    { default_target: { ...target, rows: 0 } },
    { default_target: { ...target, env: { 'A-B': '1' } } },
    { default_target: { ...target, colour: true } },
    { status_rows: 1.5 },
    { colour: true },
  ])('refuses the same as the server: %j', (fields) => {
    const one = { ...manifest, ...fields };
    expect(parseManifest(one)).toHaveProperty('problem');
    expect(valid(JSON.parse(JSON.stringify(one)))).toBe(false);
  });

  it('describes each field', () => {
    for (const [name, { description }] of Object.entries(createManifestSchema().properties!))
      expect(description, name).toMatch(/\.$/);
  });
});
