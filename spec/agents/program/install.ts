/** Installs versions of an agent into a folder outside the repository, and finds their executables. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from './agent.ts';

const agentsHome = () => process.env.PTYWRIGHT_AGENTS_HOME ?? join(tmpdir(), 'ptywright-agents');

/** Such as linux-x64, which is a part of the names of packages with native programs. */
const system = `${process.platform}-${process.arch}`;

export interface Program {
  readonly agent: string;
  readonly version: string;
  readonly command: string;
  /** Arguments before those of the program itself. */
  readonly args: readonly string[];
}

type Installed = Pick<Agent, 'name' | 'package' | 'node' | 'executables'>;

/**
 * Resolves `latest` to the newest published version. Falls back to the newest installed one when the registry cannot be
 * reached.
 */
export function resolveVersion(agent: Installed, requested: string): string {
  if (requested !== 'latest') return requested;
  const { stdout } = npm('view', agent.package, 'dist-tags.latest');
  return stdout.trim() || (installedVersions(agent).at(-1) ?? 'latest');
}

function installedVersions(agent: Installed): readonly string[] {
  const folder = join(agentsHome(), agent.name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name) && found(agent, name) !== undefined)
    .sort(byNumber);
}

/** Compares versions: negative if the first is older. */
export function byNumber(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a!.findIndex((number, place) => number !== b![place]);
  return at < 0 ? 0 : a![at]! - b![at]!;
}

/** Returns the program, or the reason why it could not be installed. */
export function install(agent: Installed, version: string): Program | string {
  const installed = found(agent, version);
  if (installed) return installed;
  const problem =
    (agent.node !== undefined && installPackage('node', `node-${system}`, agent.node)) ||
    installPackage(agent.name, agent.package, version);
  return (
    problem || (found(agent, version) ?? `${agent.package}@${version} contains no executable for this system`)
  );
}

/** Skips the scripts of the package, which no agent needs. */
function installPackage(name: string, pack: string, version: string): string | undefined {
  const folder = join(agentsHome(), name, version);
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = npm('install', '--prefix', folder, ...flags, `${pack}@${version}`);
  return status === 0 ? undefined : `npm cannot install ${pack}@${version}: ${lastLine(stderr)}`;
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

function found({ name, executables, node }: Installed, version: string): Program | undefined {
  const modules = (pack: string, which: string) => join(agentsHome(), pack, which, 'node_modules');
  const path = executables
    .map((executable) => join(modules(name, version), executable.replace('{system}', system)))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  // The command itself must print its version, not Node.
  if (node === undefined) return { agent: name, version, command: path, args: [] };
  const command = join(modules('node', node), `node-${system}`, 'bin', 'node');
  return existsSync(command) ? { agent: name, version, command, args: [path] } : undefined;
}
