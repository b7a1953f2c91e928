/** `npm ci` needs a lock file that lists every platform build of a package, also those for other systems. */
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
          `package-lock.json lacks ${name} ${version}, so npm ci fails. Run: node spec/house/completeLock.mjs`,
      ),
  );
  const bound = Object.entries(packages).filter(([, { resolved }]) => resolved);
  return [
    ...gaps,
    ...bound.map(
      ([where]) =>
        `package-lock.json has a registry address for ${where}: install with --omit-lockfile-registry-resolved`,
    ),
  ];
}

/** Looks where Node does: in the package, beside it, and at the root. */
const has = (packages: Packages, where: string, name: string, version: string) =>
  [
    `${where}/node_modules/`,
    where.slice(0, where.lastIndexOf('node_modules/') + 'node_modules/'.length),
    'node_modules/',
  ].some((folder) => packages[folder + name]?.version === version);
