/** Shows a scene to a plugin and holds what it says against what the scene expects. */
import { Classified } from '../adapter/state.ts';
import { limits } from '../limits.ts';
import type { Asked, RuleTrace } from '../plugin/host/asked.ts';
import { firstIssue } from './problem.ts';
import type { Scene } from './scenes.ts';

/** What is asked, and who is asked. */
export interface Witness {
  readonly instance: {
    call(asked: Asked): Promise<{ readonly value: unknown; readonly trace: readonly RuleTrace[] }>;
  };
  readonly statusRows: number | undefined;
}

export interface Testimony {
  /** Absent when the plugin failed. */
  readonly said?: Classified;
  readonly failure?: string;
  readonly rules: readonly RuleTrace[];
}

export interface Verdict extends Testimony {
  readonly scene: Scene;
  /** What differs, in sentences; nothing differs when there are none. */
  readonly differences: readonly string[];
}

/** What the plugin says of a scene, in the same way in which an adapter asks. */
export async function ask({ instance, statusRows }: Witness, scene: Scene): Promise<Testimony> {
  const facts = {
    last_intent: null,
    completed_turn_stable_ms: limits.completedTurnStableMs,
    ...scene.facts,
    status_rows: statusRows,
  };
  try {
    const { value, trace } = await instance.call({
      function: 'classify',
      args: 'context',
      look: scene.look,
      facts,
      trace: true,
    });
    const read = Classified.safeParse(value);
    if (!read.success)
      return { failure: `classify gave no state: ${firstIssue(read.error).reason}`, rules: trace };
    for (const { label } of read.data.host_marks) scene.mark(label);
    return { said: read.data, rules: trace };
  } catch (problem) {
    return { failure: (problem as Error).message, rules: [] };
  }
}

export async function judge(witness: Witness, scene: Scene): Promise<Verdict> {
  const testimony = await ask(witness, scene);
  return { ...testimony, scene, differences: differencesIn(scene, testimony) };
}

function differencesIn({ expected }: Scene, { said, failure }: Testimony): readonly string[] {
  if (!said) return [`expected ${expected.state}, and the plugin failed: ${failure}`];
  const differences: string[] = [];
  if (said.state !== expected.state) differences.push(`expected ${expected.state}, got ${said.state}`);
  if (expected.evidence !== undefined && !said.evidence.includes(expected.evidence))
    differences.push(
      `evidence: expected to contain ${shown(expected.evidence)}, got ${shown(said.evidence)}`,
    );
  if (expected.metadata) differences.push(...lacking('metadata', expected.metadata, said.metadata));
  return differences;
}

/** Tables may hold more than was expected; lists and everything else are the same, or not. */
function lacking(path: string, expected: unknown, got: unknown): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((each, at) => lacking(`${path}.${at}`, each, got[at]));
  if (isTable(expected) && isTable(got))
    return Object.entries(expected).flatMap(([key, each]) => lacking(`${path}.${key}`, each, got[key]));
  return Object.is(expected, got) ? [] : [`${path}: expected ${shown(expected)}, got ${shown(got)}`];
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
