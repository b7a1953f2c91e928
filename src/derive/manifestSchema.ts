/** Manifests as a JSON Schema, so that editors complete and check them; as old a draft as the editors of TOML know. */
import { Manifest } from '../core/plugin/manifest.ts';
import { z } from '../platform/schema.ts';
import type { JsonSchema } from './jsonSchema.ts';

export function manifestSchema(): JsonSchema {
  const { $schema, definitions } = z.toJSONSchema(Manifest, {
    io: 'input',
    target: 'draft-7',
  }) as unknown as {
    readonly $schema: string;
    readonly definitions: { readonly Manifest: JsonSchema };
  };
  const { properties, ...schema } = definitions.Manifest;
  return {
    $schema,
    title: 'The manifest of a plugin for ptywright',
    ...schema,
    properties: { ...properties, permissions: { ...properties!.permissions, uniqueItems: true } },
    // What checks of several fields find is in no shape.
    dependencies: { runtime: ['entrypoint'], entrypoint: ['runtime'] },
  } as JsonSchema;
}
