/** The files of a fresh adapter. They work as they are, and are meant to be changed. */

export interface Begun {
  readonly name: string;
  readonly program: string;
}

/** By their paths in the new folder. */
export const filesOf = (begun: Begun): Readonly<Record<string, string>> => ({
  'manifest.toml': manifest(begun),
  'main.lua': main(begun),
  'README.md': readme(begun),
  '.luarc.json': luarc,
  'screens/ready.txt': ready(begun),
  'screens/busy.txt': busy(begun),
  'screens/exited.txt': exited(begun),
});

const toml = (text: string) => JSON.stringify(text);

const manifest = ({ name, program }: Begun) => `#:schema ./manifest.schema.json
name = ${toml(name)}
kind = "adapter"
version = "0.1.0"
description = ${toml(`Knows what ${program} is doing.`)}
runtime = "lua"
entrypoint = "main.lua"
# All that the plugin may do. Take away what it does not need.
permissions = [
  "session.spawn",
  "session.kill",
  "session.resize",
  "screen.read",
  "transcript.read",
  "input.write",
  "matcher.wait",
]

# What adapter.start starts when it is not told what.
[default_target]
program = ${toml(program)}
args = []
rows = 24
cols = 80
`;

const main = ({
  program,
}: Begun) => `-- What ${program} is doing, told by its screen. Rows and columns count from 0, lists of Lua from 1.
local screen = ptywright.screen

-- They are tried in this order, and the first that fits wins. A rule that says why it does not fit, and which rows it
-- looked at, is explained by: ptywright adapter explain
local rules = {
  {
    name = "exited",
    when = function(ctx)
      return ctx.process_exited and { evidence = "the process ended" }
        or { matched = false, why = "the process runs" }
    end,
  },
  {
    name = "ready",
    confidence = 0.9,
    when = function()
      local row = screen.cursor().row
      -- TODO: what stands before the cursor when the program waits for a line?
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
      return { evidence = "it runs, and asks for nothing" }
    end,
  },
}

local plugin = {}

function plugin.classify(ctx)
  return ptywright.rules(rules, ctx)
end

-- An intent says what to type. A step with \`expect\` is followed by the next one only when that is seen.
function plugin.send_line(params)
  local text = params.text or ""
  local typed = ptywright.action.text(text)
  if text ~= "" then
    typed.expect = ptywright.matcher.contains_text(text)
    typed.why = "the program echoes what is typed"
  end
  return { actions = { typed, ptywright.action.key("enter") }, last_intent = "line_sent" }
end

-- What adapter.wait and adapter.turn wait for when they are not told.
function plugin.wait_turn_matcher(params)
  return ptywright.matcher.screen_stable(params.completed_turn_stable_ms)
end

function plugin.describe()
  return {
    intents = {
      {
        name = "send_line",
        description = "Type a line and press enter.",
        params_schema = {
          type = "object",
          properties = { text = { type = "string", description = "The line." } },
          required = { "text" },
        },
      },
    },
    wait_matchers = { { name = "wait_turn_matcher", description = "The screen has come to rest." } },
    states = {
      { name = "ready", description = "It waits for a line." },
      { name = "busy", description = "It works, and waits for nothing." },
      { name = "exited", description = "It has ended." },
    },
  }
end

return plugin
`;

const readme = ({ name, program }: Begun) => `# ${name}

An adapter for ${program}: it tells a ptywright server what the program is doing, and how to type into it.

| file | what it is |
|---|---|
| \`manifest.toml\` | what the plugin is called, what it may do, which program it is for |
| \`main.lua\` | the rules that tell a state from a screen, and the intents |
| \`screens/\` | pictures of screens, with the state that each one is: the plugin's tests |
| \`host.meta.lua\`, \`.luarc.json\` | for editors with the Lua language server: completes and checks \`ptywright.*\` |
| \`manifest.schema.json\` | for editors: completes and checks the manifest |

\`\`\`sh
ptywright plugin check .              # is anything wrong with it?
ptywright plugin test .               # is every picture the state that it should be?
ptywright adapter record --plugin .   # drive the program; ctrl+] s keeps the screen
ptywright adapter explain --plugin . --picture screens/ready.txt
ptywright serve --plugin manifest.toml    # and then: adapter.start with "plugin": "${name}"
\`\`\`
`;

const luarc = `${JSON.stringify(
  {
    $schema: 'https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json',
    'runtime.version': 'Lua 5.3',
    'workspace.library': ['host.meta.lua'],
    'diagnostics.globals': ['ptywright'],
  },
  null,
  2,
)}\n`;

const ready = ({
  program,
}: Begun) => `# TODO: replace it by a real one: ptywright adapter record --plugin . -- ${program}
state = "ready"
evidence = "a prompt"
---
$ ${program}
hello
> `;

const busy = ({ program }: Begun) => `state = "busy"
cursor = { row = 2, col = 0 }
---
$ ${program}
working
`;

const exited = ({ program }: Begun) => `state = "exited"
exit = { exit_code = 0 }
---
$ ${program}
bye
`;
