/** Installs versions of the program into a folder outside the repository, and finds their executables. */
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
  /** Arguments before those of the program itself. */
  readonly args: readonly string[];
}

/**
 * Resolves `latest` to the newest published version. Falls back to the newest installed one when the registry cannot be
 * reached.
 */
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

/**
 * Returns the program, or the reason why it could not be installed. Skips the scripts of the package, which it does not
 * need.
 */
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

/** Native builds are in a separate package beside the named one. Older versions are JavaScript. */
function found(version: string): Program | undefined {
  const scope = join(versionsFolder(), version, 'node_modules', '@anthropic-ai');
  if (!existsSync(scope)) return undefined;
  const native = readdirSync(scope)
    .map((name) => join(scope, name, 'claude'))
    .find((path) => existsSync(path));
  if (native) return { version, command: native, args: [] };
  // The command itself must print its version, not Node.
  const script = join(versionsFolder(), version, 'node_modules', '.bin', 'claude');
  return existsSync(script) ? { version, command: script, args: [] } : undefined;
}
