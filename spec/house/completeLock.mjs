/**
 * Adds platform builds of packages for other systems to package-lock.json. npm leaves them out if the registry does not
 * have them, and then `npm ci` fails on every system. Run it after `npm install`.
 *
 * Also removes the ranges of Node from re2 and its dependencies. npm skips an optional package that does not fit, but re2
 * compiles on Node 20, where the specs compare both regex engines.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];
const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { '': root, ...packages } = lock.packages;

const wordOf = (name, words) => words.find((word) => name.split(/[-/]/).includes(word));

function entryOf(name, version, license) {
  const [system, processor] = [wordOf(name, systems), wordOf(name, processors)];
  return {
    version,
    ...(processor && { cpu: [processor] }),
    dev: true,
    license,
    optional: true,
    ...(system && { os: [system] }),
    ...(system === 'linux' && { libc: [name.endsWith('musl') ? 'musl' : 'glibc'] }),
  };
}

for (const [where, { optionalDependencies = {}, license }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const beside = where.slice(0, where.lastIndexOf('node_modules/') + 'node_modules/'.length) + name;
    const places = [`${where}/node_modules/${name}`, beside, `node_modules/${name}`].filter(
      (place) => packages[place],
    );
    if (!/^\d/.test(version) || places.some((place) => packages[place].version === version)) continue;
    packages[packages[beside] ? `${where}/node_modules/${name}` : beside] = entryOf(name, version, license);
  }
}

for (const entry of Object.values(packages))
  if (entry.optional && /\b22\b(?<!\b20\b.*)/.test(entry.engines?.node)) delete entry.engines;

const sorted = Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, 'en'));
writeFileSync(
  file,
  `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
);
