/** Presses keys through tmux control mode. Matches the output of the pane, or its screen read after that. */
import type { Bench } from '../bench.ts';
import { clear, echoingLine, type KeySender } from '../echoing.ts';
import { TmuxControl } from './tmuxControl.ts';

const hex = (text: string) => [...Buffer.from(text)].map((byte) => byte.toString(16)).join(' ');

export async function controlOf(bench: Bench): Promise<TmuxControl> {
  const control = new TmuxControl(bench, `${echoingLine}`);
  const ready = control.until('.');
  await control.attached();
  await control.command('set status off');
  await ready;
  return control;
}

const clearing = (control: TmuxControl) => async () => {
  const cleared = control.until('[2J');
  await Promise.all([control.command(`send-keys -H ${hex(clear)}`), cleared]);
};

export const byOutput = (control: TmuxControl): KeySender => ({
  clear: clearing(control),
  press: (key) => {
    const echoed = control.until(key);
    void control.command(`send-keys -l ${key}`);
    return echoed;
  },
});

export const byCapture = (control: TmuxControl): KeySender => ({
  clear: clearing(control),
  press: async (key) => {
    const echoed = control.until(key);
    void control.command(`send-keys -l ${key}`);
    await echoed;
    const screen = (await control.command('capture-pane -p')).join('\n');
    if (!screen.includes(key)) throw new Error(`capture-pane does not show ${key}`);
  },
});
