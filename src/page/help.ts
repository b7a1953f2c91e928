/** What the keys do, for those who ask with a question mark. */
import { el } from './parts/element.ts';

const keys: readonly (readonly [keys: readonly string[], deed: string])[] = [
  [['j', 'k'], 'The next session, the one before'],
  [['Enter'], 'Opens what has the focus'],
  [['Esc'], 'All sessions'],
  [['/'], 'Looks for sessions: by name, command, tag or state'],
  [['s'], 'Searches what the session has written'],
  [['t'], 'Takes over the keyboard'],
  [['Ctrl + ]'], 'Gives it back'],
  [['Space', '←', '→'], 'In a recording: plays or stops, goes five seconds back or on'],
  [['+', '-'], 'In a recording: faster, slower'],
  [['d'], 'Dark or light'],
  [['?'], 'This'],
];

export function helpDialog(): HTMLDialogElement {
  const rows = keys.flatMap(([each, deed]) => [
    el('dt', {}, ...each.map((key) => el('kbd', {}, key))),
    el('dd', {}, deed),
  ]);
  const close = el('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close');
  const dialog = el(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-name' },
    el('h2', { id: 'help-name' }, 'Keys'),
    el('dl', {}, ...rows),
    close,
  );
  return dialog;
}
