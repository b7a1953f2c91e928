/** The path of a plugin's main file, as its manifest writes it: it begins in the plugin's folder and never climbs. */

/** What is wrong with it, if anything. Whether links lead out of the folder is seen when the file is opened. */
export function entrypointProblem(path: string): string | undefined {
  if (path.includes('\\')) return 'has a backslash in it: folders are divided by /';
  if (path.includes('\0')) return 'has a NUL in it';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'is absolute: it is relative to the folder of the manifest';
  if (path.split('/').includes('..')) return 'has .. in it: it stays in the folder of the manifest';
  if (path.endsWith('/')) return 'is a folder: name the main file';
  return undefined;
}
