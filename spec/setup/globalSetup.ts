/** Builds the program once if src is newer than dist, because specs of the command line use the built program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { build as buildPage, type InlineConfig } from 'vite';
import { type Build, builds } from '#build/rolldown.config.ts';
import { page, tracePage } from '#build/vite.config.ts';
import { newest } from './newest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = `${root}dist/`;

export async function setup(): Promise<void> {
  if (builtAt() > newest(['src', 'package.json'])) return;
  try {
    await build();
  } catch (problem) {
    // Specs that import src can still run. Specs of the built program must not pass on an outdated one.
    rmSync(`${dist}cli.cjs`, { force: true });
    process.stderr.write(`dist cannot be built: ${(problem as Error).message}\n`);
  }
}

/**
 * Several runs may build at once and run the result. So files are replaced atomically, and old ones are kept for a
 * while.
 */
async function build(): Promise<void> {
  const chunks = (await Promise.all(builds.map(chunksOf))).flat();
  const files = chunks.sort(entriesLast).map(({ fileName, code }) => [fileName, code] as const);
  const made = [...(await pageFiles('page', page)), ...(await pageFiles('trace', tracePage)), ...files];
  for (const [name, content] of made) put(dist + name, content);
  execFileSync(process.execPath, [`${dist}derive.js`, '--python'], { cwd: root });
  // Without it, each of the hundreds of starts takes 50 ms longer. A program that does not start fails in its specs.
  spawnSync(process.execPath, [`${root}src/build/compileCache.js`], { stdio: 'ignore' });
  const names = new Set(made.map(([name]) => name));
  for (const folder of ['page/assets', 'chunks']) removeOld(folder, names);
}

/** Removes files that no run can still load: an hour older than this build. */
function removeOld(folder: string, made: ReadonlySet<string>): void {
  const now = builtAt();
  for (const name of readdirSync(dist + folder)) {
    const path = `${dist}${folder}/${name}`;
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > 3_600_000 && !made.has(`${folder}/${name}`)) rmSync(path, { force: true });
  }
}

async function chunksOf({ input, output }: Build): Promise<OutputChunk[]> {
  const bundle = await rolldown({ ...input, logLevel: 'warn' });
  const generated = await bundle.generate(output);
  await bundle.close();
  return generated.output.filter((one) => one.type === 'chunk');
}

/** Writes the assets of the page before the page. */
async function pageFiles(
  folder: string,
  config: InlineConfig,
): Promise<(readonly [name: string, content: string | Uint8Array])[]> {
  const built = await buildPage({ ...config, configFile: false, build: { ...config.build, write: false } });
  if (!('output' in built)) throw new Error('vite has built something else than one page');
  return built.output
    .map((one) => [`${folder}/${one.fileName}`, one.type === 'chunk' ? one.code : one.source] as const)
    .sort(([one], [other]) => Number(one.endsWith('.html')) - Number(other.endsWith('.html')));
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}

const entriesLast = (one: OutputChunk, other: OutputChunk) => Number(one.isEntry) - Number(other.isEntry);

const builtAt = (): number => statSync(`${dist}cli.cjs`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
