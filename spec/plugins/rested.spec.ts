/** A dialog, and an idle composer after a turn, are reported once they have rested. Until then they may be part of another screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScenes, type Scene } from '#adapters/scenes.ts';
import { packageFolder } from '#platform/paths.ts';
import { createClassifier } from './claude-code/classifier.ts';

const screens = (plugin: string) => join(packageFolder(), 'plugins', plugin, 'screens');
const textOf = (plugin: string, picture: string) => readFileSync(join(screens(plugin), picture), 'utf8');

/** The scene, with another quiet time. */
function stillFor(text: string, ms: number): Scene {
  const [scene] = [...readScenes('still.txt', text.replace(/^stable_ms = .*$/m, `stable_ms = ${ms}`))];
  return scene!;
}

describe.each([
  ['claude-code', '2.1.327-bash-dialog.txt'],
  ['codex', '0.169.0-bash-dialog.txt'],
])('%s', (plugin, picture) => {
  const text = textOf(plugin, picture);

  function reader() {
    const { instance, said } = createClassifier(plugin);
    const rests = async (ms: number) => {
      const { screenContext, facts } = stillFor(text, ms);
      const { value } = await instance.call({ function: '_rests', args: 'context', screenContext, facts });
      return (value as { matched: boolean }).matched;
    };
    return { rests, state: async (ms: number) => (await said(stillFor(text, ms))).state };
  }

  it('waits until a dialog has rested', async () => {
    const { rests, state } = reader();
    expect(await state(10)).not.toBe('waiting_for_permission');
    expect(await rests(10)).toBe(false);
  });

  it('reports the dialog that ended a wait, although another part of the screen has changed since', async () => {
    const { rests, state } = reader();
    expect([await rests(300), await state(10)]).toEqual([true, 'waiting_for_permission']);
  });
});

it('an idle composer just after a screen that shows work belongs to the turn', async () => {
  const [working, waiting] = ['streaming', 'waiting'].map((part) =>
    textOf('opencode', `1.18.33-slow-${part}.txt`),
  ) as [string, string];
  const states = [];
  const { said } = createClassifier('opencode');
  for (const scene of [stillFor(working, 160), stillFor(waiting, 160), stillFor(waiting, 2000)])
    states.push((await said(scene)).state);
  expect(states).toEqual(['thinking', 'thinking', 'ready']);
});
