/** Puts versions of the program into a folder outside of the repository, and finds what is to be run in them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packageName = '@anthropic-ai/claude-code';

const agentsHome = () => process.env.PTYWRIGHT_AGENTS_HOME ?? join(tmpdir(), 'ptywright-agents');
const versionsFolder = () => join(agentsHome(), 'claude-code');

export interface Program {
  readonly version: string;
  readonly command: string;
  /** What comes before the arguments of the program itself. */
  readonly args: readonly string[];
}

/** `latest` becomes a number: the newest that is published, or that is here where nothing can be asked. */
export function resolveVersion(wanted: string): string {
  if (wanted !== 'latest') return wanted;
  const { stdout } = npm('view', packageName, 'dist-tags.latest');
  return stdout.trim() || (installedVersions().at(-1) ?? 'latest');
}

export const installedVersions = (): readonly string[] =>
  existsSync(versionsFolder())
    ? readdirSync(versionsFolder())
        .filter((name) => /^\d+\.\d+\.\d+$/.test(name) && found(name) !== undefined)
        .sort(byNumber)
    : [];

/** Negative when the first is older. */
export function byNumber(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a!.findIndex((number, place) => number !== b![place]);
  return at < 0 ? 0 : a![at]! - b![at]!;
}

/** The program, or why there is none. Scripts of the package are not run: nothing of it needs them. */
export function install(version: string): Program | string {
  const here = found(version);
  if (here) return here;
  const folder = join(versionsFolder(), version);
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = npm(
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${packageName}@${version}`,
  );
  if (status !== 0) return `npm cannot install ${packageName}@${version}: ${lastLine(stderr)}`;
  return found(version) ?? `${packageName}@${version} holds nothing that runs on this system`;
}

function npm(...args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync('npm', [...args], { encoding: 'utf8' });
  return { status, stdout: stdout ?? '', stderr: error?.message ?? stderr };
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('complete log'))
    .at(0) ?? text.trim().slice(-200);

/** Native builds come in a package of their own, beside the one with the name; older versions are JavaScript. */
function found(version: string): Program | undefined {
  const scope = join(versionsFolder(), version, 'node_modules', '@anthropic-ai');
  if (!existsSync(scope)) return undefined;
  const native = readdirSync(scope)
    .map((name) => join(scope, name, 'claude'))
    .find((path) => existsSync(path));
  if (native) return { version, command: native, args: [] };
  const script = join(scope, 'claude-code', 'cli.js');
  return existsSync(script) ? { version, command: process.execPath, args: [script] } : undefined;
}
