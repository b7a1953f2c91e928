/**
 * Which modules lie in one file of dist/. A file costs a start half a millisecond however small it is, and twenty
 * commands share their modules in ninety ways, each of which would be a file of its own.
 *
 * So a few starts are named, which people and programs wait for, and modules that the same of them need lie together:
 * each of these starts loads what it needs and nothing else, in few files. All others load these files too, with what
 * they would not have needed. What a module imports is needed by whoever needs the module: no two files wait for each
 * other.
 */
import type { CodeSplittingNameFunction } from 'rolldown';

type Graph = Parameters<CodeSplittingNameFunction>[1];

/** `starts` are files. A module that none of them needs lies where the bundler puts it. */
export function together(starts: readonly string[]): CodeSplittingNameFunction {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(starts, graph);
    return names.get(id);
  };
}

/** By module, the starts that need it in short: `start-013`. */
function namesOf(starts: readonly string[], graph: Graph): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [at, start] of starts.entries())
    for (const id of neededBy(start, graph)) names.set(id, `${names.get(id) ?? 'start-'}${at}`);
  return names;
}

function neededBy(start: string, graph: Graph): ReadonlySet<string> {
  const needed = new Set([start]);
  // A set that is walked also gives what is added to it meanwhile.
  for (const id of needed) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(next);
  return needed;
}
