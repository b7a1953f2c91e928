/**
 * Types each example of `--help`, and command lines of the guides, in one folder. Each example finds what earlier ones
 * created.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCommands, runnableCommands } from '#cli/commands.ts';
import { linesOnTerminal } from '../guides/onTerminal.ts';
import { programPath, Running } from '../platform/pty/running.ts';
import { bin, freshHome } from './ptywright.ts';

interface Play {
  readonly shows: string | RegExp;
  /** Typed when the first text is on the terminal. */
  readonly keys?: readonly (readonly [shows: string, keys: string])[];
  /** Text around the example on the command line. */
  readonly before?: string;
  readonly after?: string;
  readonly shell?: string;
  readonly exit?: number;
  /** A program that may not be installed. */
  readonly needs?: string;
}

const prefix = '\x1d';
const interrupted = { keys: [['listening', '\x03']], exit: 130 } as const;
const noBroker: Play = { shows: 'cannot join the fleet', exit: 1 };
const detached = (shows: string): Play => ({ shows: 'detached from', keys: [[shows, `${prefix}d`]] });

/** In running order. The first server serves the examples after it. */
const plays: Readonly<Record<string, Play>> = {
  'ptywright call server.capabilities': { shows: '"session.create"' },
  'ptywright call session.create \'{"program":"bash"}\'': { shows: '"session": "s1"' },
  'ptywright call session.snapshot \'{"session":"s1"}\'': { shows: '"plain_text"' },
  'ptywright call session.act \'{"session":"s1","actions":[{"type":"text","value":"date\\r"}],"matcher":{"type":"contains_text","value":"20"}}\'':
    { shows: '"matched": true' },
  'ptywright call session.snapshot \'{"session":"s1"}\' | jq -r .plain_text': { shows: '20', needs: 'jq' },
  'ptywright start --name shell bash': { shows: 's2' },
  "ptywright start --name demo sh -c 'echo Ready; exec cat'": { shows: 's3' },
  'ptywright wait -s demo text Ready': { shows: '"Ready" at 0:0' },
  'ptywright close -s demo': { shows: /^\s*$/ },
  'ptywright sessions': { shows: /s2 +shell +running/ },
  "ptywright act --type 'echo $((6*7))' --key enter --wait text 42": { shows: /^42/m },
  'ptywright act --type date --key enter --wait command': { shows: 'ended with exit code 0' },
  "ptywright act --type 'npm test' --key enter --wait command": {
    shows: /ended with exit code 0.*all is tested/s,
    needs: 'npm',
  },
  "ptywright type --enter 'echo hello'": { shows: /^\s*$/ },
  'ptywright wait text hello': { shows: '"hello"' },
  'ptywright wait idle 200': { shows: 'idle' },
  'ptywright expect text 42': { shows: '"42"' },
  'ptywright expect text --not error': { shows: /^\s*$/ },
  'ptywright read': { shows: 'hello' },
  'ptywright read --since 0 --json': { shows: '"cursor"' },
  'ptywright picture screen.png': { after: ' && head -c 4 screen.png', shows: 'PNG' },
  'ptywright press ctrl+l': { shows: /^\s*$/ },
  "printf 'one\\ntwo\\n' | ptywright paste": { shows: /^\s*$/ },
  'ptywright press Escape : w q Enter': { shows: /^\s*$/ },
  'ptywright resize 40 120': { shows: /^\s*$/ },
  'ptywright signal int': { shows: /^\s*$/ },
  'ptywright click --text Save --after Settings': {
    before:
      'ptywright start -- sh -c "stty raw -echo; printf \'\\033[?1000h\\033[?1006hSave Settings Save\'; exec cat -v"; ',
    after: " && ptywright wait text '<0;16;1M'; ptywright close",
    shows: '<0;16;1M',
  },
  'ptywright expect exit-code 0': {
    before: 'ptywright start true; ',
    after: '; ptywright close',
    shows: 'exit code 0',
  },
  'ptywright expect text error --fg red --bold': {
    before: `ptywright start -- sh -c "printf '\\033[1;31merror'; exec cat"; `,
    after: '; ptywright close',
    shows: '"error" at 0:0',
  },
  'ptywright close': { shows: /^\s*$/ },
  'ptywright agent-context': { shows: '"agent_context"' },
  'ptywright skill --install skills': { shows: 'skills/ptywright/SKILL.md' },
  'ptywright attach': detached('ctrl+] d'),
  'ptywright attach --read-only': detached('ctrl+] d'),
  // Ends vim before the next example, which would ask about the open file.
  'ptywright run vim notes.md': { shows: 'to be edited', keys: [['to be edited', ':q!\r']], needs: 'vim' },
  'ptywright run --share --name agent vim notes.md': { ...detached('to be edited'), needs: 'vim' },
  'ptywright attach agent --read-only': { ...detached('to be edited'), needs: 'vim' },
  'ptywright attach agent': { ...detached('to be edited'), needs: 'vim' },
  'ptywright watch': { shows: /http:\/\/127\.0\.0\.1:\d+\/watch\/#/ },
  'ptywright watch --as ada': { shows: '#as=ada&key=' },
  'ptywright watch --close': { shows: /^\s*$/ },
  'ptywright adapter explain --adapter e1': {
    before:
      'ptywright call adapter.start \'{"plugin":"shell","program":"bash","args":["--norc"]}\' >started && ' +
      'ptywright call adapter.wait \'{"adapter":"e1","states":["ready"]}\' >waited && ',
    shows: 'ready',
  },
  'ptywright exec -- ls --color': { shows: 'notes.md' },
  "ptywright exec --wait '>' --type '6*7' --key enter --wait 42 -- node -i": { shows: /6\*7\s+42/ },
  'ptywright exec --wait PID --wait-stable 200 --format ansi -- htop': { shows: 'PID', needs: 'htop' },
  'ptywright exec --wait PID --wait-stable 200 --screenshot top.png -- top': {
    after: ' && head -c 4 top.png',
    shows: 'PNG',
    needs: 'top',
  },
  "ptywright exec --wait-regex '[$#]' --type 'echo $((6*7))' --key enter --wait 42 -- sh": { shows: /^42/m },
  'ptywright exec --json --matcher \'{"type":"title","value":{"contains":"ready"}}\' -- my-program': {
    shows: '"matched":true',
  },
  'ptywright exec --exit-status -- make test': { shows: 'all is well', needs: 'make' },
  'ptywright steps login.yaml': { shows: 'ok' },
  'ptywright steps --artifact-dir artifacts --update home.yaml': { shows: 'ok' },
  'ptywright steps --artifact-dir artifacts *.yaml': { shows: /home.*login/s },
  'ptywright trace artifacts/runs/login': {
    before: 'ptywright steps --artifact-dir artifacts --keep always login.yaml && ',
    shows: 'runs/login/trace.html',
  },
  'ptywright trace --print test-results/login-test-ts-login': {
    before: 'mkdir test-results && cp -r artifacts/runs/login test-results/login-test-ts-login && ',
    shows: 'login-test-ts-login/trace.html',
  },
  'ptywright codegen -o shell.test.ts -- bash': {
    shows: 'run it with: npx vitest run shell.test.ts',
    keys: [['asks', 'exit\r']],
  },
  'ptywright codegen --target shell bash': {
    shows: 'ptywright expect exit-code 0',
    keys: [['asks', 'exit\r']],
  },
  'ptywright record -o build.cast -- make': { shows: 'all is built', needs: 'make' },
  'ptywright record bash': { shows: 'recording-1.cast', keys: [['asks', 'exit\r']] },
  'ptywright replay build.cast': { shows: 'all is built' },
  'ptywright replay --speed 4 --idle 1000 build.cast': { shows: 'all is built' },
  'ptywright replay --fast build.cast': { shows: 'all is built' },
  'ptywright convert build.cast build.gif': { after: ' && head -c 6 build.gif', shows: 'GIF89a' },
  'ptywright convert v2.cast v3.cast': {
    before: 'cp build.cast v2.cast && ',
    after: ' && head -1 v3.cast',
    shows: '"version":3',
  },
  'ptywright convert drive.jsonl drive.ts': { after: ' && cat drive.ts', shows: 'ptywright/client' },
  'ptywright plugin new lister --program ls': { shows: 'lister' },
  'ptywright plugin check ./lister': { shows: 'no errors' },
  'ptywright plugin check lister': { shows: 'no errors' },
  'ptywright plugin test ./lister': { shows: '3 tested, 0 failed' },
  'ptywright plugin test lister': { shows: '3 tested, 0 failed' },
  'ptywright plugin test ./lister ready': { shows: '1 tested, 0 failed' },
  'ptywright adapter explain --plugin lister --picture lister/screens/ready.txt': { shows: 'ready' },
  'ptywright adapter explain --plugin ./lister --picture ./lister/screens/ready.txt': { shows: 'ready' },
  'ptywright adapter record --plugin ./lister -- ls': { shows: 'notes.md' },
  'ptywright adapter record --plugin lister': { shows: 'notes.md' },
  'ptywright tuispec server --artifact-dir artifacts': {
    before: `echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"name":"demo"}}' | `,
    shows: '"id":1,"result"',
  },
  'ptywright tuispec replay --speed real-time session.jsonl': { shows: 'a frame' },
  'ptywright tuispec render-text home.ansi.txt': { after: ' && cat home.txt', shows: 'a red word' },
  'source <(ptywright completions bash)': { after: ' && complete -p ptywright', shows: '-F' },
  'source <(ptywright completions zsh)': {
    shell: 'zsh',
    before: 'autoload -U compinit && compinit -u && ',
    after: ' && echo $_comps[ptywright]',
    shows: '_ptywright',
    needs: 'zsh',
  },
  'ptywright completions fish | source': {
    shell: 'fish',
    after: '; complete -c ptywright',
    shows: 'attach',
    needs: 'fish',
  },
  'ptywright serve --stdio': { before: 'true | ', shows: /^\s*$/ },
  'ptywright serve --stdio --framing lsp': { before: 'true | ', shows: /^\s*$/ },
  'ptywright serve --stdio --deny raw.read --deny raw.write': { before: 'true | ', shows: /^\s*$/ },
  'ptywright serve --listen ptywright+unix:/run/user/1000/p --listen ptywright+stdio:': {
    before: 'true | ',
    shows: 'listening',
  },
  'ptywright mcp': { before: 'true | ', shows: /^\s*$/ },
  'ptywright mcp --deny input.write': { before: 'true | ', shows: /^\s*$/ },
  'ptywright mcp --socket ~/.ptywright/socket': {
    before: 'ln -s "$PTYWRIGHT_HOME" ~/.ptywright && true | ',
    shows: /^\s*$/,
  },
  'ptywright acp --plugin NAME': {
    before: 'true | ',
    shows: '--plugin NAME: expected the path of a manifest',
    exit: 1,
  },
  'ptywright acp --plugin ./manifest.toml -- my-agent --fast': {
    before: 'true | ',
    shows: 'the plugin echo drives no agent',
    exit: 1,
  },
  'ptywright acp --plugin NAME --socket ~/.ptywright/socket': {
    before: 'true | ',
    shows: '--plugin NAME: expected the path of a manifest',
    exit: 1,
  },
  'ptywright serve --socket /run/user/1000/p': { ...interrupted, shows: 'listening' },
  'ptywright serve --deny raw.read --deny raw.write': { ...interrupted, shows: 'listening' },
  'ptywright serve --redaction enforced': { ...interrupted, shows: 'listening' },
  'ptywright serve --listen "wsh+unix:${XDG_RUNTIME_DIR:-/tmp/wsh-$USER}/wsh/default.sock?wire=client"': {
    ...interrupted,
    shows: 'listening',
  },
  'WSH_TOKEN=… ptywright serve --listen wsh+http://127.0.0.1:8080 --allow-host pty.example.org': {
    ...interrupted,
    shows: 'listening',
  },
  'ptywright serve --fleet nats://127.0.0.1:4222 --label gpu=yes': noBroker,
  'ptywright serve --fleet nats://127.0.0.1:4222 --gateway': noBroker,
  'ptywright fleet': { shows: 'belongs to no fleet', exit: 1 },
  'ptywright serve --plugin ./manifest.toml': { ...interrupted, shows: 'listening' },
  'ptywright serve --listen termwright+unix:/run/user/1000/t.sock -- vim notes.md': {
    ...interrupted,
    shows: 'listening',
    needs: 'vim',
  },
  'ptywright serve --listen wrightty+ws://127.0.0.1:9420': { ...interrupted, shows: 'listening' },
  'ptywright serve --listen wsh+http://127.0.0.1:8080': { ...interrupted, shows: 'listening' },
};

const first = 'ptywright serve';

const folder = freshHome();
const home = join(folder, 'home');
const here = join(folder, 'here');
const programs = join(folder, 'bin');
const env = (own: string) => ({
  PATH: `${programs}:${process.env.PATH}`,
  TERM: 'xterm-256color',
  LC_ALL: 'C.UTF-8',
  USER: 'ada',
  HOME: here,
  PTYWRIGHT_HOME: own,
  PROMPT_COMMAND: 'echo asks',
  // Without it npm asks its registry.
  npm_config_update_notifier: 'false',
  XDG_RUNTIME_DIR: own,
});

/** Replaces the folder, port and token of the example by a folder of this user, a free port and a real token. */
const possible = (line: string) =>
  line
    .replace('/run/user/1000', home)
    .replace(/:(9420|8080)\b/, ':0')
    .replace('…', 'a-token-of-32-letters-or-more-here');

const started = (line: string, shell = 'bash', own = home) =>
  new Running(shell, ['-c', possible(line)], { cwd: here, env: env(own) });

let server: Running;

beforeAll(async () => {
  for (const path of [home, here, programs]) mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(programs, 'ptywright'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  writeFileSync(join(programs, 'my-program'), "#!/bin/sh\nprintf '\\033]2;ready\\007'; exec cat\n");
  for (const name of ['ptywright', 'my-program']) chmodSync(join(programs, name), 0o755);
  prepare();
  server = started(first);
  await saysOrEnds(server, 'listening');
});

afterAll(async () => {
  server.send('\x03');
  expect((await server.exited).exitCode, server.text).toBe(130);
});

describe('an example', () => {
  for (const [line, play] of Object.entries(plays)) {
    const missing = play.needs !== undefined && !has(play.needs);
    it.skipIf(missing)(`${line}${missing ? ` (needs ${play.needs})` : ''}`, async () => {
      const { before = '', after = '', shell, shows, exit = 0, keys = [] } = play;
      // The first server has the default socket.
      const own = line.includes('ptywright serve') ? freshHome() : home;
      const program = started(before + line + after, shell, own);
      for (const [words, typed] of keys) {
        await saysOrEnds(program, words);
        program.send(typed);
      }
      const ended = await program.exited;
      expect(program.text).toMatch(shows);
      expect(ended, program.text).toEqual({ exitCode: exit, signal: null });
    });
  }

  it('is run here, each of --help, and each line that the guides leave to this spec', async () => {
    const declared = runnableCommands(await loadCommands()).flatMap(({ examples = {} }) =>
      Object.keys(examples),
    );
    const all = new Set([...declared, ...linesOnTerminal()]);
    expect([first, ...Object.keys(plays)].toSorted()).toEqual([...all].toSorted());
  });
});

async function saysOrEnds(program: Running, words: string): Promise<void> {
  await Promise.race([program.says(words), program.exited]);
  expect(program.text).toContain(words);
}

function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function prepare(): void {
  const write = (name: string, text: string) => writeFileSync(join(here, name), text);
  write('notes.md', 'to be edited\n');
  write('package.json', '{"scripts":{"test":"echo all is tested"}}');
  write('Makefile', 'all:\n\t@echo all is built\ntest:\n\t@echo all is well\n');
  write(
    'login.yaml',
    'name: login\nprogram: sh\nargs: [-c, \'printf "name? "; read -r name; echo hello $name\']\n' +
      'steps:\n  - wait: name?\n  - line: ada\n  - expect: { visible: hello ada, exit: 0 }\n',
  );
  write(
    'home.yaml',
    'name: home\nprogram: sh\nargs: [-c, echo home; exec cat]\nsteps:\n  - wait: home\n  - baseline: home\n',
  );
  const lines = (...all: object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('');
  const session = { program: 'sh', args: ['-c', 'echo ready; exec cat'], rows: 5, cols: 50 };
  const wait = {
    time: 0,
    call: 'wait',
    matcher: { type: 'contains_text', value: 'ready' },
    timeout_ms: 1000,
  };
  write('drive.jsonl', lines({ recording: 'actions', version: 1, replacement: '[REDACTED]', session }, wait));
  write('session.jsonl', lines({ timestampMicros: 1, direction: 'frame', line: 'a frame\n' }));
  write('home.ansi.txt', '\x1b[31ma red word\x1b[0m');
  cpSync(programPath('plugins/echo'), here, { recursive: true });
}
