/**
 * Decides which modules share a chunk of dist/. Each file costs a start half a millisecond, however small it is. Twenty
 * commands share their modules in ninety ways, and each would be a separate file.
 *
 * So only the starts whose time matters are listed. Modules that the same listed starts need go into one chunk. Each
 * listed start loads exactly what it needs, in few files. Other commands load these chunks too, with modules that they
 * do not need. A chunk includes the imports of its modules, so no two chunks import each other.
 */
import type { CodeSplittingNameFunction } from 'rolldown';

type Graph = Parameters<CodeSplittingNameFunction>[1];

/** `starts` are files. The bundler places modules that none of them needs. */
export function startupModules(starts: readonly string[]): CodeSplittingNameFunction {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= namesOf(starts, graph);
    return names.get(id);
  };
}

/** Maps each module to a chunk name with the indexes of the starts that need it, such as `start-013`. */
function namesOf(starts: readonly string[], graph: Graph): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [at, start] of starts.entries())
    for (const id of neededBy(start, graph)) names.set(id, `${names.get(id) ?? 'start-'}${at.toString(36)}`);
  return names;
}

function neededBy(start: string, graph: Graph): ReadonlySet<string> {
  const needed = new Set([start]);
  // Iterating over a Set includes the elements that are added during the iteration.
  for (const id of needed) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(next);
  return needed;
}
