/** A dialog is reported once it has rested. Until then it may be part of another screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScenes, type Scene } from '#adapters/scenes.ts';
import { packageFolder } from '#platform/paths.ts';
import { witness } from './claude-code/witness.ts';

describe.each([
  ['claude-code', '2.1.327-bash-dialog.txt'],
  ['codex', '0.169.0-bash-dialog.txt'],
])('%s', (plugin, picture) => {
  const text = readFileSync(join(packageFolder(), 'plugins', plugin, 'screens', picture), 'utf8');
  const stillFor = (ms: number): Scene => {
    const [scene] = [...readScenes(picture, text.replace(/^stable_ms = .*$/m, `stable_ms = ${ms}`))];
    return scene!;
  };

  function reader() {
    const { instance, said } = witness(plugin);
    const rests = async (ms: number) => {
      const { screenContext, facts } = stillFor(ms);
      const { value } = await instance.call({ function: '_rests', args: 'context', screenContext, facts });
      return (value as { matched: boolean }).matched;
    };
    return { rests, state: async (ms: number) => (await said(stillFor(ms))).state };
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
