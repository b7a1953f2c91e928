/** Loads the scripts into the real shells and requests real completions. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCommands } from '#cli/commands.ts';
import { createCompletionScript } from '#cli/completions.ts';
import { Running } from '../platform/pty/running.ts';
import { runCommand } from './inProcess.ts';
import { freshHome } from './ptywright.ts';

const scripts = {
  bash: await createCompletionScript('bash'),
  zsh: await createCompletionScript('zsh'),
  fish: await createCompletionScript('fish'),
};
const names = (await loadCommands()).map(({ name }) => name);
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const sessions = ['s1  demo', 's2  -'];

/** Answers `ptywright sessions` in the shells. */
const listing = `ptywright() { printf '%s\\n' ${sessions.map((row) => `'${row}  running'`).join(' ')}; }`;

/** Returns the completions of bash for a line. */
function bashOffers(line: string): string[] {
  const words = line.split(' ');
  const script = `${scripts.bash}
${listing}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_ptywright; status=$?
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-u'], {
    input: script,
    encoding: 'utf8',
    cwd: '/',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

function fishOffers(line: string): string[] {
  const list = `function ptywright; printf '%s\\n' ${sessions.map((row) => `'${row}'`).join(' ')}; end`;
  const script = `${scripts.fish}\n${list}\ncomplete -C '${line}'`;
  const fishHome = freshHome();
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
    encoding: 'utf8',
    cwd: '/',
    env: { ...process.env, HOME: fishHome, XDG_CONFIG_HOME: fishHome },
  });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((offer) => offer.split('\t')[0]!);
}

/** All zsh use one home, because the first one writes a list of all its functions into it, which takes half a second. */
const home = freshHome();
mkdirSync(join(home, 'fn'));
writeFileSync(join(home, 'fn', '_ptywright'), scripts.zsh);
writeFileSync(
  join(home, '.zshrc'),
  'fpath=(~/fn $fpath); autoload -Uz compinit; compinit -u -d ~/dump; LISTMAX=1000; setopt noautomenu; PS1="ready%% "\n' +
    listing,
);

/** zsh completes only in its line editor, so this uses a real one on a real terminal. */
async function zshOffers(line: string): Promise<string> {
  const env = { PATH: process.env.PATH!, HOME: home, ZDOTDIR: home, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const zsh = new Running('zsh', ['-i'], { env, cwd: '/' });
  await zsh.says('ready% ');
  zsh.send(`ptywright ${line}\t\t`);
  zsh.send(`\x15print -r en'd'\r`);
  await zsh.says('end\r');
  zsh.pty.kill();
  await zsh.exited;
  return zsh.text;
}

describe('completions', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { status, stdout, stderr } = await runCommand(['completions', shell]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(scripts[shell as 'bash']);
  });

  it('rejects other shells', async () => {
    expect(await runCommand(['completions', 'elvish'])).toMatchObject({ status: 2, stdout: '' });
    expect(await runCommand(['completions'])).toMatchObject({ status: 2, stdout: '' });
  });

  it.runIf(has('bash'))('completes in bash', () => {
    expect(bashOffers('ptywright ')).toEqual([...names, '--help', '--version']);
    expect(bashOffers('ptywright ser')).toEqual(['serve']);
    expect(bashOffers('ptywright wait c')).toEqual(['command', 'clipboard']);
    expect(bashOffers('ptywright act --wait t')).toEqual(['text', 'title']);
    expect(bashOffers('ptywright press esc')).toEqual(['escape', 'esc']);
    expect(bashOffers('ptywright serve --fr')).toEqual(['--framing']);
    expect(bashOffers('ptywright serve --framing ')).toEqual(['ndjson', 'lsp']);
    expect(bashOffers('ptywright serve --socket /et')).toEqual(['/etc']);
    expect(bashOffers('ptywright serve --check')).toEqual([]);
    expect(bashOffers('ptywright completions z')).toEqual(['zsh']);
    expect(bashOffers('ptywright run prin')).toContain('printf');
    expect(bashOffers('ptywright exec --timeout ')).toEqual([]);
    expect(bashOffers('ptywright exec --key esc')).toEqual(['escape', 'esc']);
    expect(bashOffers('ptywright call session.sc')).toEqual(['session.screenshot', 'session.scrollback']);
    expect(bashOffers('ptywright call --j')).toEqual(['--json']);
    expect(bashOffers('ptywright plugin ')).toEqual(['new', 'check', 'test', '--help']);
    expect(bashOffers('ptywright plugin ch')).toEqual(['check']);
    expect(bashOffers('ptywright plugin new --pr')).toEqual(['--program']);
    expect(bashOffers('ptywright plugin test /et')).toEqual(['/etc']);
    expect(bashOffers('ptywright adapter record --plugin /et')).toEqual(['/etc']);
    expect(bashOffers('ptywright adapter record prin')).toContain('printf');
    expect(bashOffers('ptywright read -s ')).toEqual(['demo', 's2']);
    expect(bashOffers('ptywright read --session d')).toEqual(['demo']);
    expect(bashOffers('ptywright attach d')).toEqual(['demo']);
  });

  it.runIf(has('fish'))('completes in fish', () => {
    expect(fishOffers('ptywright ')).toEqual(expect.arrayContaining(names));
    expect(fishOffers('ptywright serve --fr')).toEqual(['--framing']);
    expect(fishOffers('ptywright serve --framing ')).toEqual(expect.arrayContaining(['ndjson', 'lsp']));
    expect(fishOffers('ptywright completions z')).toEqual(['zsh']);
    expect(fishOffers('ptywright wait cl')).toEqual(['clipboard']);
    expect(fishOffers('ptywright doctor --so')).toEqual([]);
    expect(fishOffers('ptywright call session.sn')).toEqual(['session.snapshot']);
    expect(fishOffers('ptywright exec --key esca')).toEqual(['escape']);
    expect(fishOffers('ptywright run print')).toContain('printf');
    expect(fishOffers('ptywright plugin ')).toEqual(['check', 'new', 'test']);
    expect(fishOffers('ptywright plugin new --pr')).toEqual(['--program']);
    expect(fishOffers('ptywright plugin test /et')).toContain('/etc/');
    expect(fishOffers('ptywright adapter record --r')).toEqual(['--raw', '--rows']);
    expect(fishOffers('ptywright adapter record print')).toContain('printf');
    expect(fishOffers('ptywright read -s ')).toEqual(['demo', 's2']);
    expect(fishOffers('ptywright attach d')).toEqual(['demo']);
  });

  it.runIf(has('zsh'))('completes in zsh', async () => {
    expect(await zshOffers('serve --fra')).toContain('--framing');
    expect(await zshOffers('completions z')).toContain('completions zsh');
    expect(await zshOffers('wait cl')).toContain('wait clipboard');
    expect(await zshOffers('call session.sn')).toContain('call session.snapshot');
    expect(await zshOffers('exec --key esca')).toContain('--key escape');
    const values = await zshOffers('serve --framing ');
    expect(values).toContain('lsp');
    expect(values).toContain('ndjson');
    expect(await zshOffers('plugin ch')).toContain('plugin check');
    expect(await zshOffers('plugin new --pr')).toContain('--program');
    expect(await zshOffers('plugin test /et')).toContain('plugin test /etc');
    expect(await zshOffers('read -s d')).toContain('read -s demo');
    expect(await zshOffers('attach d')).toContain('attach demo');
    expect(await zshOffers('plugin ')).toMatch(/check\s+-- Check/);
    expect(await zshOffers('')).toMatch(/doctor\s+-- Check/);
  });
});
