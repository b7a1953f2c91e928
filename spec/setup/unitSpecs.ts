/** Unit specs: those that load neither `dist/` nor a worker thread of it, so that they run without a build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const importPattern =
  /^(?:import|export)\s(?!type\b)[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;
const builtFiles = /bin\/ptywright|dist\/|ptywright\.js/;

interface Module {
  readonly text: string;
  readonly imports: readonly string[];
}

const modules = new Map<string, Module>();

function readModule(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(importPattern)]
    .map((match) => resolveImport(path, match[1] ?? match[2] ?? match[3]!))
    .filter((file) => file.endsWith('.ts') && existsSync(file));
  const module = { text, imports };
  modules.set(path, module);
  return module;
}

function resolveImport(from: string, name: string): string {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? join(dirname(from), name) : '';
}

function needsBuild(path: string, visited = new Set<string>()): boolean {
  if (visited.has(path)) return false;
  visited.add(path);
  if (path === 'src/platform/workerThread.ts') return true;
  const { text, imports } = readModule(path);
  if (path.startsWith('spec/') && builtFiles.test(text)) return true;
  return imports.some((file) => needsBuild(file, visited));
}

/** Paths from the root of the project, which is the working directory of vitest. */
export const unitSpecs = (): readonly string[] =>
  readdirSync('spec', { recursive: true, encoding: 'utf8' })
    .map((name) => `spec/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.spec.ts') && !path.startsWith('spec/soak/'))
    .filter((path) => !needsBuild(path));
