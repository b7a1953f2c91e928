/**
 * All processes that a program has started: its terminal session, processes that left it but carry its tag, and their
 * descendants. A process that left, cleared its environment and lost its parents cannot be found without a cgroup. Also
 * ends such a tree step by step.
 */

import { limits } from '#limits.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createDeferred, type Disposable } from '../lifetimes.ts';
import type { ProcessSignal } from '../signals.ts';
import {
  type KnownProcess,
  listProcesses,
  type ProcessInfo,
  type ProcessList,
  readProcess,
  readStartTime,
} from './processes.ts';

/** A killed process cannot fork, so each round finds fewer. The limit is for processes that this user cannot kill. */
const maxKillRounds = 16;

export class ProcessTree {
  readonly #leader: number;
  readonly #tag: string;
  /** Start times of the members seen so far, by pid. A pid counts only with its start time. */
  readonly #seen = new Map<number, number>();
  /** No older process is a member. */
  readonly since: number;
  #leaderRuns = true;

  constructor(leader: number, tag: string) {
    this.#leader = leader;
    this.#tag = tag;
    this.since = readStartTime(leader);
  }

  /** From now on the pid of the leader may be reused, so it no longer identifies a session. */
  markLeaderExited(): void {
    this.#leaderRuns = false;
  }

  /** Finds the members in `all` and remembers them. */
  findMembers(all: ProcessList = listProcesses()): readonly ProcessInfo[] {
    const found = withDescendants(all, (facts) => this.#belongs(facts));
    for (const { pid, started } of found) this.#seen.set(pid, started);
    return found;
  }

  /** Whether a member seen so far still exists. */
  hasKnownMember(): boolean {
    return [...this.#seen].some(([pid, started]) => readProcess(pid)?.started === started);
  }

  signalAll(signals: readonly ProcessSignal[], all: ProcessList): void {
    const members = this.findMembers(all);
    const pids = members.map(({ pid }) => pid);
    // Where the system hides processes, only the process group of the leader can be reached.
    if (this.#leaderRuns && !pids.includes(this.#leader)) pids.push(-this.#leader);
    for (const name of signals) for (const pid of pids) sendSignal(pid, name);
  }

  kill(): void {
    killAll((all) => this.findMembers(all));
    if (this.#leaderRuns) sendSignal(this.#leader, 'SIGKILL');
  }

  #belongs(facts: ProcessInfo): boolean {
    if (this.#leaderRuns && facts.session === this.#leader) return true;
    if (this.#seen.get(facts.pid) === facts.started) return true;
    return facts.started >= this.since && facts.tag === this.#tag;
  }
}

/**
 * Kills processes of earlier servers: those whose tag begins with `prefix` but not with `spared`. Returns their number.
 */
export const killStrays = (prefix: string, spared = ''): number => killAll(findStrays(prefix, spared));

export const countStrays = (prefix: string, spared: string): number =>
  findStrays(prefix, spared)(listProcesses()).length;

function findStrays(prefix: string, spared: string): (all: ProcessList) => readonly ProcessInfo[] {
  const isSpared = (tag: string) => spared !== '' && tag.startsWith(spared);
  const isStray = ({ tag }: ProcessInfo) =>
    prefix !== '' && tag?.startsWith(prefix) === true && !isSpared(tag);
  return (all) => withDescendants(all, isStray);
}

function killAll(membersOf: (all: ProcessList) => readonly ProcessInfo[]): number {
  const killed = new Set<string>();
  for (let round = 0; round < maxKillRounds; round++) {
    const fresh = membersOf(listProcesses()).filter(({ pid, started }) => !killed.has(`${pid} ${started}`));
    if (fresh.length === 0) break;
    for (const { pid, started } of fresh) {
      killed.add(`${pid} ${started}`);
      sendSignal(pid, 'SIGKILL');
    }
  }
  return killed.size;
}

/**
 * Adds descendants. Excludes this process and its ancestors, which would match when a server runs inside a session of
 * another server.
 */
function withDescendants(all: ProcessList, belongs: (facts: ProcessInfo) => boolean): ProcessInfo[] {
  const spared = ownAncestors(all);
  const found = new Set(all.filter((facts) => !spared.has(facts.pid) && belongs(facts)));
  const children = groupByParent(all);
  // Iteration over a set includes elements that are added meanwhile.
  for (const { pid } of found) {
    for (const child of children.get(pid) ?? []) if (!spared.has(child.pid)) found.add(child);
  }
  return [...found];
}

function groupByParent(all: ProcessList): ReadonlyMap<number, readonly ProcessInfo[]> {
  const children = new Map<number, ProcessInfo[]>();
  for (const facts of all) {
    const siblings = children.get(facts.parent);
    if (siblings === undefined) children.set(facts.parent, [facts]);
    else siblings.push(facts);
  }
  return children;
}

function ownAncestors(all: ProcessList): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const line = new Set<number>();
  for (let pid: number | undefined = process.pid; pid && !line.has(pid); pid = parents.get(pid))
    line.add(pid);
  return line;
}

/** Ignores errors: the process may have ended or belong to another user. */
export function sendSignal(pid: number, name: ProcessSignal): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/**
 * A step of a kill sequence, which ends a process tree and begins with mild signals. No event reports the end of
 * processes other than the leader, so steps without signals only check.
 */
interface KillStep {
  readonly atMs: number;
  readonly signals: readonly ProcessSignal[];
}

/** Most processes end before the first check. The second is for those that clean up. */
const checkSteps = (after: number): readonly KillStep[] => [
  { atMs: after + 50, signals: [] },
  { atMs: after + 250, signals: [] },
];

/** A stopped process handles a signal only when it is continued. */
const killSteps: readonly KillStep[] = [
  { atMs: 0, signals: ['SIGHUP', 'SIGCONT'] },
  ...checkSteps(0),
  { atMs: limits.killHangupMs, signals: ['SIGTERM', 'SIGCONT'] },
  ...checkSteps(limits.killHangupMs),
  { atMs: limits.killTermMs, signals: ['SIGKILL'] },
];

/** A killed leader that still exists is blocked in the kernel. Nothing more can be done then. */
const giveUpMs = limits.killTermMs + limits.killHangupMs;

export class KillSequence {
  readonly #finished = createDeferred();
  readonly done = this.#finished.promise;
  readonly #processTree: ProcessTree;
  readonly #clock: Clock;
  readonly #leaderEnded: () => boolean;
  #timer: Disposable | undefined;
  #killed = false;
  #ended = false;

  constructor(processTree: ProcessTree, leaderEnded: () => boolean, clock: Clock) {
    this.#processTree = processTree;
    this.#leaderEnded = leaderEnded;
    this.#clock = clock;
    this.#runStep(0);
  }

  onLeaderExit(): void {
    if (this.#killed) this.#end();
    else this.#endUnlessMembers();
  }

  #runStep(index: number): void {
    const step = killSteps[index];
    if (step === undefined) this.#end();
    else if (this.#leaderEnded()) this.#endUnlessMembers(() => this.#takeStep(index, step));
    else this.#takeStep(index, step);
  }

  #takeStep(index: number, { atMs, signals }: KillStep): void {
    if (signals.includes('SIGKILL')) this.#kill();
    else if (signals.length > 0) this.#list((all) => this.#processTree.signalAll(signals, all));
    const next = killSteps[index + 1]?.atMs ?? giveUpMs;
    this.#timer = this.#clock.after(next - atMs, () => this.#runStep(index + 1));
    if (this.#killed && this.#leaderEnded()) this.#end();
  }

  /** Lists all processes only if no known member exists. */
  #endUnlessMembers(otherwise: () => void = () => {}): void {
    if (this.#processTree.hasKnownMember()) otherwise();
    else this.#list((all) => (this.#processTree.findMembers(all).length === 0 ? this.#end() : otherwise()));
  }

  #list(use: (all: ProcessList) => void): void {
    processLister.list(this.#processTree.since, (all) => !this.#ended && use(all));
  }

  #kill(): void {
    this.#killed = true;
    this.#processTree.kill();
  }

  #end(): void {
    this.#ended = true;
    this.#timer?.dispose();
    this.#finished.resolve();
  }
}

/** A process is read again after this time, in ms. Until then its pid is not reused: pids are given out in a circle. */
const reliableMs = 1000;

interface ListRequest {
  /** Start time of the oldest process that the list is for. Older ones may be missing or out of date. */
  readonly since: number;
  readonly use: (all: ProcessList) => void;
}

/**
 * Lists all processes for many kill sequences at once. A list takes milliseconds, so the next one is made after a pause of
 * the same length, for all that asked meanwhile. No one gets an older list: it would miss new children, and those without
 * a tag could not be found later. But processes older than the sessions, which are most, are read once a second at most.
 */
export class ProcessLister {
  readonly #clock: Clock;
  readonly #make: (known: KnownProcess) => ProcessList;
  #waiting: ListRequest[] = [];
  #read = new Map<number, { readonly facts: ProcessInfo; readonly at: number }>();
  #pause: Disposable | undefined;

  constructor(clock: Clock, make: (known: KnownProcess) => ProcessList) {
    this.#clock = clock;
    this.#make = make;
  }

  list(since: number, use: ListRequest['use']): void {
    this.#waiting.push({ since, use });
    if (!this.#pause) this.#run();
  }

  #run(): void {
    const began = this.#clock.now();
    const since = Math.min(...this.#waiting.map((request) => request.since));
    const before = this.#read;
    const all = this.#make((pid) => {
      const known = before.get(pid);
      return known && known.at > began - reliableMs && known.facts.started < since ? known.facts : undefined;
    });
    this.#read = new Map(
      all.map((facts) => {
        const known = before.get(facts.pid);
        return [facts.pid, known?.facts === facts ? known : { facts, at: began }];
      }),
    );
    this.#pause = this.#clock.after(this.#clock.now() - began, () => {
      this.#pause = undefined;
      if (this.#waiting.length > 0) this.#run();
    });
    for (const { use } of this.#waiting.splice(0)) use(all);
  }
}

export const processLister = new ProcessLister(systemClock, listProcesses);
