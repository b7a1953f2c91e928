/** Generates the JSON Schema and the reference page of manifests. The schema is draft 7, which TOML editors support. */
import { Manifest, pluginPermissions } from '#adapters/manifest.ts';
import { limits } from '#limits.ts';
import { permissions } from '#permissions.ts';
import { z } from '#platform/schema.ts';
import { codeSpan, derivedNotice, fieldTable, joinPage, table } from './markdown.ts';
import { readProjectFile } from './projectFiles.ts';
import type { JsonSchema } from './protocolModel.ts';

export function createManifestSchema(): JsonSchema {
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
    // Checks that involve several fields are not part of the zod schema.
    dependencies: { runtime: ['entrypoint'], entrypoint: ['runtime'] },
  } as JsonSchema;
}

/** The reference page of manifests. */
const manifestOpening = `The manifest of a plugin, in TOML. \`plugin.validate_manifest\` and replies have the same
shape in JSON. Your own plugin is a folder with \`manifest.toml\` and its files. \`ptywright serve --plugin PATH\` or
[\`plugin.load\`](ptywright/plugin.md#pluginload) loads it.`;

const editorsText = `\`manifests/manifest.schema.json\` in the package of ptywright is the JSON Schema of these
fields. With it, an editor completes and checks a manifest. Many editors read the schema from a first line
\`#:schema PATH\`.`;

const filesText = `The entrypoint and the modules beside it (each \`NAME.lua\`, with a name of letters, digits, \`_\`
and \`-\`) are read when the plugin is loaded, and not again. They must be in the folder of the manifest, also after
symbolic links are resolved. The manifest itself must not be a symbolic link. The limits are
${limits.pluginSourceBytes / 1024} KiB in total and ${limits.pluginModules} files. \`require "lib/NAME"\` loads a module that ptywright
ships for all plugins, in \`plugins/lib\`; a plugin cannot replace one.`;

const mistakesText = `Errors have the line and the field:`;

const sampleManifest = 'spec/programs/plugins/echo/manifest.toml';

export const manifestPage = (): string =>
  joinPage(
    '# Manifests of plugins',
    derivedNotice('src/adapters/manifest.ts'),
    manifestOpening,
    `\`\`\`toml\n${readProjectFile(sampleManifest)}\`\`\``,
    '## Fields',
    fieldTable(createManifestSchema(), 'params'),
    'Fields that are not in this table are rejected. Each permission is listed once. Names of plugins are unique in a server.',
    editorsText,
    '## Permissions',
    table(
      ['permission', 'allows'],
      pluginPermissions.map((name) => [codeSpan(name), permissions[name]]),
    ),
    'A plugin has the permissions of its manifest at the time when it was loaded, but never more than the server grants.',
    '## Files',
    filesText,
    '## Mistakes',
    mistakesText,
    '```text\nmanifest.toml:7: permissions.2: "screen.raed" is not a permission (nearest: screen.read)\n```',
  );
