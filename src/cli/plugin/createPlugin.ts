/** `ptywright plugin new`: creates a folder with a working adapter to start from. */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest } from '#adapters/manifest.ts';
import { createDirectories, packageFolder } from '#platform/paths.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes, toFileError, UsageError } from '../errors.ts';
import { printResult } from '../print.ts';
import type { pluginNewCommand } from './commands.ts';

/** Returns the Lua code of a new adapter. */
const mainLua = (
  program: string,
) => `-- Recognizes the state of ${program} by its screen. Rows and columns count from 0, Lua lists from 1.
local screen = ptywright.screen

-- Rules are tried in this order, and the first match wins. To see which rule matched, and why the others did not, run:
-- ptywright adapter explain
local rules = {
  {
    name = "exited",
    when = function(ctx)
      return ctx.process_exited and { evidence = "the process ended" }
        or { matched = false, why = "the process is running" }
    end,
  },
  {
    name = "ready",
    confidence = 0.9,
    when = function()
      local row = screen.cursor().row
      -- TODO: what text is before the cursor when the program waits for a line?
      if not screen.before_cursor():find("[$#%>:?] ?$") then
        return { matched = false, rows = { row }, why = "no prompt before the cursor" }
      end
      return { rows = { row }, evidence = "a prompt before the cursor" }
    end,
  },
  {
    name = "busy",
    confidence = 0.5,
    when = function()
      return { evidence = "the program runs and shows no prompt" }
    end,
  },
}

${mainLuaFunctions}`;

const mainLuaFunctions = `local plugin = {}

function plugin.classify(ctx)
  return ptywright.rules(rules, ctx)
end

-- An intent acts on the program. Its input is sent by ctx:expect, and when it ends.
function plugin.send_line(params, ctx)
  local text = params.text or ""
  if text ~= "" then
    ctx:type(text)
    ctx:expect(ptywright.matcher.contains_text(text), { why = "the program echoes its input" })
  end
  ctx:press("enter")
  return { last_intent = "line_sent" }
end

-- The default matcher of adapter.wait and adapter.turn.
function plugin.wait_turn_matcher(params)
  return ptywright.matcher.screen_stable(params.completed_turn_stable_ms)
end

function plugin.describe()
  return {
    intents = {
      {
        name = "send_line",
        description = "Send a line and press enter.",
        params_schema = {
          type = "object",
          properties = { text = { type = "string", description = "The line." } },
          required = { "text" },
        },
      },
    },
    wait_matchers = { { name = "wait_turn_matcher", description = "The screen does not change any more." } },
    states = {
      { name = "ready", description = "The program waits for a line." },
      { name = "busy", description = "The program is working." },
      { name = "exited", description = "The program has ended." },
    },
  }
end

return plugin
`;

/** The name and program of a new adapter. */
interface NewPlugin {
  readonly name: string;
  readonly program: string;
}

/** The files of a new adapter, by their paths in its folder. */
const pluginFiles = (begun: NewPlugin): Readonly<Record<string, string>> => ({
  'manifest.toml': manifestText(begun),
  'main.lua': mainLua(begun.program),
  'README.md': readmeText(begun),
  '.luarc.json': luarcText,
  'screens/ready.txt': readyScreen(begun),
  'screens/busy.txt': busyScreen(begun),
  'screens/exited.txt': exitedScreen(begun),
});

const tomlString = (text: string) => JSON.stringify(text);

const manifestText = ({ name, program }: NewPlugin) => `#:schema ./manifest.schema.json
name = ${tomlString(name)}
kind = "adapter"
version = "0.1.0"
description = ${tomlString(`Reports the state of ${program}.`)}
runtime = "lua"
entrypoint = "main.lua"
# Permissions of the plugin. Remove those that it does not need.
permissions = [
  "session.spawn",
  "session.kill",
  "session.resize",
  "screen.read",
  "transcript.read",
  "input.write",
  "matcher.wait",
]

# The program that adapter.start starts by default.
[default_target]
program = ${tomlString(program)}
args = []
rows = 24
cols = 80
`;

const readmeText = ({ name, program }: NewPlugin) => `# ${name}

An adapter for ${program}. It reports the state of the program to a ptywright server, and sends input to it.

| file | content |
|---|---|
| \`manifest.toml\` | name, permissions and program of the plugin |
| \`main.lua\` | the rules that recognize states, and the intents |
| \`screens/\` | the tests of the plugin: pictures of screens, with the expected states |
| \`host.meta.lua\`, \`.luarc.json\` | for editors with the Lua language server: completes and checks \`ptywright.*\` |
| \`manifest.schema.json\` | for editors: completes and checks the manifest |

\`\`\`sh
ptywright plugin check .              # find problems
ptywright plugin test .               # test the rules with all pictures
ptywright adapter record --plugin .   # use the program; ctrl+] s saves the screen
ptywright adapter explain --plugin . --picture screens/ready.txt
ptywright serve --plugin manifest.toml    # and then: adapter.start with "plugin": "${name}"
\`\`\`
`;

const luarcText = `${JSON.stringify(
  {
    $schema: 'https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json',
    'runtime.version': 'Lua 5.3',
    workspace: { library: ['host.meta.lua'] },
    'diagnostics.globals': ['ptywright'],
  },
  null,
  2,
)}\n`;

const readyScreen = ({
  program,
}: NewPlugin) => `# TODO: replace this picture by a real one: ptywright adapter record --plugin . -- ${program}
state = "ready"
evidence = "a prompt"
---
$ ${program}
hello
> `;

const busyScreen = ({ program }: NewPlugin) => `state = "busy"
cursor = { row = 2, col = 0 }
---
$ ${program}
working
`;

const exitedScreen = ({ program }: NewPlugin) => `state = "exited"
exit = { exit_code = 0 }
---
$ ${program}
bye
`;

/** Files for editors. They are copied, so that the plugin does not depend on where ptywright is installed. */
const copiedFiles: Readonly<Record<string, string>> = {
  'host.meta.lua': 'plugins/host.meta.lua',
  'manifest.schema.json': 'manifests/manifest.schema.json',
};

export async function createPlugin(
  { dir, program }: OptionValues<typeof pluginNewCommand.options>,
  [name = '']: readonly string[],
): Promise<number> {
  checkPluginName(name);
  const folder = dir ?? name;
  const made = writeFiles(folder, { name, program: program ?? name });
  const next = `ptywright plugin check ${folder}; ptywright plugin test ${folder}`;
  await printResult(`${[...made, '', `Next: ${next}`].join('\n')}\n`);
  return exitCodes.done;
}

function checkPluginName(name: string): void {
  const read = parseManifest({ name, kind: 'adapter', version: '0.1.0' });
  if ('problem' in read) throw new UsageError(`NAME ${name}: ${read.problem.reason}`);
}

function writeFiles(folder: string, begun: NewPlugin): readonly string[] {
  const written = pluginFiles(begun);
  const paths = [...Object.keys(written), ...Object.keys(copiedFiles)].map((path) => join(folder, path));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined)
    throw new CommandError(`${taken} already exists; choose another folder with --dir`);
  try {
    createDirectories(join(folder, 'screens'));
    for (const [path, text] of Object.entries(written))
      writeFileSync(join(folder, path), text, { flag: 'wx' });
    for (const [path, from] of Object.entries(copiedFiles))
      copyFileSync(join(packageFolder(), from), join(folder, path));
  } catch (problem) {
    throw toFileError((problem as NodeJS.ErrnoException).path ?? folder, problem);
  }
  return paths;
}
