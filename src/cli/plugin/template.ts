/** The files of a fresh adapter. They work as they are, and are meant to be changed. */
import { mainOf } from './templateMain.ts';

export interface Begun {
  readonly name: string;
  readonly program: string;
}

/** By their paths in the new folder. */
export const filesOf = (begun: Begun): Readonly<Record<string, string>> => ({
  'manifest.toml': manifest(begun),
  'main.lua': mainOf(begun.program),
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
    workspace: { library: ['host.meta.lua'] },
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
