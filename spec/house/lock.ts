/** `npm ci` works on a fresh machine: the lock holds every build of a package, also those for other systems. */
interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type Packages = Readonly<Record<string, Entry>>;

export function lockGaps(packages: Packages): readonly string[] {
  const gaps = Object.entries(packages).flatMap(([where, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && !has(packages, where, name, version))
      .map(
        ([name, version]) =>
          `package-lock.json lacks ${name} ${version}: npm ci would refuse it. Run: node spec/house/completeLock.mjs`,
      ),
  );
  const bound = Object.entries(packages).filter(([, { resolved }]) => resolved);
  return [
    ...gaps,
    ...bound.map(
      ([where]) =>
        `package-lock.json says where to get ${where}: install with --omit-lockfile-registry-resolved`,
    ),
  ];
}

/** Where Node would look for it: in the package, beside it, or at the root. */
const has = (packages: Packages, where: string, name: string, version: string) =>
  [
    `${where}/node_modules/`,
    where.slice(0, where.lastIndexOf('node_modules/') + 'node_modules/'.length),
    'node_modules/',
  ].some((folder) => packages[folder + name]?.version === version);
