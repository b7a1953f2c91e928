/** The status of a tool: a refused or interrupted tool is never reported as completed. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';
import { cutsOf } from './cuts.ts';
import type { TurnEvent } from './turnCollector.ts';

const folder = fileURLToPath(new URL('recordings', import.meta.url));
const denied = '2.1.327-bash-deny-denied.txt';

/** Events by number, each once. */
class EventCollector {
  readonly #events = new Map<number, TurnEvent>();

  receive(events: readonly TurnEvent[]): void {
    for (const event of events) this.#events.set(event.seq ?? 0, event);
  }

  get statuses(): readonly unknown[] {
    return [...this.#events.values()]
      .filter(({ kind }) => kind === 'tool_completed')
      .map(({ status }) => status);
  }
}

it.each([
  ['2.1.327-cancel-tool.cast', ['cancelled']],
  ['2.0.76-cancel-tool.cast', ['cancelled']],
  ['2.1.327-reads-twice.cast', ['completed', 'completed']],
  ['2.1.327-dont-ask.cast', ['cancelled']],
])('%s: the results of its tools', async (file, statuses) => {
  const { said } = createClassifier();
  const received = new EventCollector();
  for (const { scene } of cutsOf(join(folder, file))) received.receive((await said(scene)).events);
  expect(received.statuses).toEqual(statuses);
});

it('reports a refused tool, even after a sentence replaced it', async () => {
  const { said } = createClassifier();
  const received = new EventCollector();
  const requested = capture(denied)
    .replace('title = "✳', 'title = "◐')
    .replace(/^.*Did not run.*$/m, '  Running 1 shell command…')
    .replace(/^.*Interrupted.*$/m, '');
  for (const text of [requested, capture(denied)]) {
    const [scene] = readScenes(denied, text);
    const { events, metadata } = await said(scene!);
    received.receive(events);
    expect(metadata).toHaveProperty('tools');
  }
  expect(received.statuses).toEqual(['cancelled']);
});

it('reports one refused tool, and none of those that are collapsed beside it', async () => {
  const { said } = createClassifier();
  const ends: unknown[] = [];
  const call = /^.*Did not run.*\n.*\n.*\n\n\n/m;
  const refused = capture(denied).match(call)![0].trimEnd();
  const read = '  ␛[38;2;153;153;153mRead ␛[1m2␛[22m files␛[0m';
  const running =
    '  Reading 1 file…\n␛[38;2;153;153;153m  ⎿  README.md␛[0m\n\n  Running 1 shell command…\n␛[38;2;153;153;153m  ⎿  $ touch other.txt␛[0m\n';
  const requested = capture(denied).replace('title = "✳', 'title = "◐');
  for (const text of [
    requested.replace(call, () => running),
    capture(denied).replace(call, () => `${read}\n\n${refused}\n`),
  ]) {
    const [scene] = readScenes(denied, text);
    const { events } = await said(scene!);
    ends.splice(0, ends.length, ...events.filter(({ kind }) => kind === 'tool_completed'));
  }
  expect(ends).toHaveLength(2);
  expect(ends).toContainEqual(expect.objectContaining({ id: 'Read:README.md', status: 'completed' }));
  expect(ends).toContainEqual(expect.objectContaining({ id: 'Bash:touch other.txt', status: 'cancelled' }));
});
