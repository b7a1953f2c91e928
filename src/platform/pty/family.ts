/**
 * All that a program has started: its terminal session, the processes that left it but carry its tag, and the
 * descendants of any of these. A process that left, dropped its environment and whose parents are gone is beyond
 * finding without a cgroup.
 */
import type { SignalName } from '../signals.ts';
import { type Census, census, factsOf, type ProcessFacts } from './processes.ts';

/** A killed process forks no more, so each round finds fewer; the bound is for what cannot be killed by us. */
const killRounds = 16;

export class Family {
  readonly #leader: number;
  readonly #tag: string;
  /** Members seen so far, by pid: a number counts only with the start time that it was seen with. */
  readonly #seen = new Map<number, string>();
  #leaderRuns = true;

  constructor(leader: number, tag: string) {
    this.#leader = leader;
    this.#tag = tag;
  }

  /** From now on the leader's number may be given to somebody else, so it names a session no more. */
  leaderEnded(): void {
    this.#leaderRuns = false;
  }

  /** Remembers and returns who of `all` belongs. */
  members(all: Census = census()): readonly ProcessFacts[] {
    const found = withDescendants(all, (facts) => this.#belongs(facts));
    for (const { pid, started } of found) this.#seen.set(pid, started);
    return found;
  }

  /** Cheap while somebody of the last look is still there. */
  isGone(): boolean {
    for (const [pid, started] of this.#seen) {
      if (factsOf(pid)?.started === started) return false;
    }
    return this.members().length === 0;
  }

  send(signals: readonly SignalName[], all?: Census): void {
    const members = this.members(all);
    const pids = members.map(({ pid }) => pid);
    // Where the system hides processes, the leader's group is what can still be reached.
    if (this.#leaderRuns && !pids.includes(this.#leader)) pids.push(-this.#leader);
    for (const name of signals) for (const pid of pids) signal(pid, name);
  }

  kill(): void {
    killAll((all) => this.members(all));
    if (this.#leaderRuns) signal(this.#leader, 'SIGKILL');
  }

  #belongs(facts: ProcessFacts): boolean {
    if (this.#leaderRuns && facts.session === this.#leader) return true;
    return this.#seen.get(facts.pid) === facts.started || facts.tag === this.#tag;
  }
}

/** Kills what earlier servers left behind: all whose tag begins with `prefix` but not with `spared`. Returns how many. */
export function reap(prefix: string, spared = ''): number {
  if (prefix === '') return 0;
  const isSpared = (tag: string) => spared !== '' && tag.startsWith(spared);
  const isOurs = ({ tag }: ProcessFacts) => tag?.startsWith(prefix) === true && !isSpared(tag);
  return killAll((all) => withDescendants(all, isOurs));
}

function killAll(membersOf: (all: Census) => readonly ProcessFacts[]): number {
  const killed = new Set<string>();
  for (let round = 0; round < killRounds; round++) {
    const fresh = membersOf(census()).filter(({ pid, started }) => !killed.has(`${pid} ${started}`));
    if (fresh.length === 0) break;
    for (const { pid, started } of fresh) {
      killed.add(`${pid} ${started}`);
      signal(pid, 'SIGKILL');
    }
  }
  return killed.size;
}

/** Never this process or one that it runs in, which a server started inside a session of another would meet. */
function withDescendants(all: Census, belongs: (facts: ProcessFacts) => boolean): ProcessFacts[] {
  const spared = ancestry(all);
  const found = new Set(all.filter((facts) => !spared.has(facts.pid) && belongs(facts)));
  const children = byParent(all);
  // A set that is walked also gives what is added to it meanwhile.
  for (const { pid } of found) {
    for (const child of children.get(pid) ?? []) if (!spared.has(child.pid)) found.add(child);
  }
  return [...found];
}

function byParent(all: Census): ReadonlyMap<number, readonly ProcessFacts[]> {
  const children = new Map<number, ProcessFacts[]>();
  for (const facts of all) {
    const siblings = children.get(facts.parent);
    if (siblings === undefined) children.set(facts.parent, [facts]);
    else siblings.push(facts);
  }
  return children;
}

function ancestry(all: Census): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const line = new Set<number>();
  for (let pid: number | undefined = process.pid; pid && !line.has(pid); pid = parents.get(pid))
    line.add(pid);
  return line;
}

/** A process that is gone, or another user's, is no failure. */
export function signal(pid: number, name: SignalName): void {
  try {
    process.kill(pid, name);
  } catch {}
}
