/** Classifies a scene with a plugin and compares the result with the state that the scene expects. */

import { limits } from '#limits.ts';
import { firstIssue } from '#platform/schema.ts';
import type { PluginCall, RuleTrace } from './host/declaration.ts';
import type { Scene } from './scenes.ts';
import { ClassifiedState } from './state.ts';

/** The plugin instance to call and the facts that the manifest adds. */
export interface SceneClassifier {
  readonly instance: {
    call(call: PluginCall): Promise<{ readonly value?: unknown; readonly trace: readonly RuleTrace[] }>;
  };
  readonly statusRows: number | undefined;
}

interface ClassificationReport {
  /** Absent when the plugin failed. */
  readonly classified?: ClassifiedState;
  readonly failure?: string;
  readonly rules: readonly RuleTrace[];
}

export interface SceneReport extends ClassificationReport {
  readonly scene: Scene;
  /** One sentence for each difference. Empty when the scene passes. */
  readonly differences: readonly string[];
}

/** Calls `classify` with the scene, in the same way as an adapter does. */
export async function classifyScene(
  { instance, statusRows }: SceneClassifier,
  scene: Scene,
): Promise<ClassificationReport> {
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
      screenContext: scene.screenContext,
      facts,
      trace: true,
    });
    const read = ClassifiedState.safeParse(value);
    if (!read.success)
      return { failure: `classify returned no valid state: ${firstIssue(read.error).reason}`, rules: trace };
    for (const { label } of read.data.host_marks) scene.mark(label);
    return { classified: read.data, rules: trace };
  } catch (problem) {
    return { failure: (problem as Error).message, rules: [] };
  }
}

export async function checkScene(classifier: SceneClassifier, scene: Scene): Promise<SceneReport> {
  const result = await classifyScene(classifier, scene);
  return { ...result, scene, differences: findDifferences(scene, result) };
}

function findDifferences(
  { expected }: Scene,
  { classified, failure }: ClassificationReport,
): readonly string[] {
  if (!classified) return [`expected ${expected.state}, but the plugin failed: ${failure}`];
  const differences: string[] = [];
  if (classified.state !== expected.state)
    differences.push(`expected ${expected.state}, got ${classified.state}`);
  if (expected.evidence !== undefined && !classified.evidence.includes(expected.evidence))
    differences.push(
      `evidence: expected to contain ${formatValue(expected.evidence)}, got ${formatValue(classified.evidence)}`,
    );
  if (expected.metadata)
    differences.push(...missingValues('metadata', expected.metadata, classified.metadata));
  return differences;
}

/** Compares recursively. A table may hold more keys than expected; lists and scalars must be equal. */
function missingValues(path: string, expected: unknown, got: unknown): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((each, at) => missingValues(`${path}.${at}`, each, got[at]));
  if (isRecord(expected) && isRecord(got))
    return Object.entries(expected).flatMap(([key, each]) => missingValues(`${path}.${key}`, each, got[key]));
  return Object.is(expected, got)
    ? []
    : [`${path}: expected ${formatValue(expected)}, got ${formatValue(got)}`];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatValue = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
