/** The reference of manifests: their fields, their permissions, and what is checked besides. */
import { limits } from '../core/limits.ts';
import { permissions } from '../core/permissions.ts';
import { pluginPermissions } from '../core/plugin/manifest.ts';
import { manifestSchema } from './manifestSchema.ts';
import { code, notice, page, table } from './markdown.ts';
import { read } from './project.ts';
import { fieldTable } from './shape.ts';

const opening = `What a plugin says of itself, in TOML; \`plugin.validate_manifest\` and every reply have the same shape in JSON. A plugin of
your own is a folder with \`manifest.toml\` and its files; \`ptywright serve --plugin PATH\` or [\`plugin.load\`](ptywright.md#pluginload)
loads it.`;

const editors = `\`manifests/manifest.schema.json\` in the package of ptywright is the JSON Schema of these fields. An editor that knows it
completes and checks a manifest: begin the file with \`#:schema PATH\` where it understands that line.`;

const files = `The entrypoint and the modules beside it (each \`NAME.lua\`, with a name of letters, digits, \`_\` and \`-\`) are read when the
plugin is loaded, and not again. They have to stand in the folder of the manifest, also when every link is followed; the
manifest itself may not be a link. All together they have at most ${limits.pluginSourceBytes / 1024} KiB in ${limits.pluginModules} files.`;

const wrong = `What is wrong with a file is told with its line and field:`;

const sample = 'spec/programs/plugins/echo/manifest.toml';

export const manifestPage = (): string =>
  page(
    '# Manifests of plugins',
    notice('src/core/plugin/manifest.ts'),
    opening,
    `\`\`\`toml\n${read(sample)}\`\`\``,
    '## Fields',
    fieldTable(manifestSchema(), 'params'),
    'A field that is not in this table is refused. A name is given once: of a permission, and of a plugin in a server.',
    editors,
    '## Permissions',
    table(
      ['permission', 'allows to'],
      pluginPermissions.map((name) => [code(name), permissions[name]]),
    ),
    'They are those of the manifest at the time when it was loaded, and never more than the server grants.',
    '## Files',
    files,
    '## Mistakes',
    wrong,
    '```text\nmanifest.toml:7: permissions.2: "screen.raed" is not a permission (nearest: screen.read)\n```',
  );
