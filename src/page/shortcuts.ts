/** Shortcuts of the page: single keys that browsers do not use, outside text fields. */

import { el } from './dom.ts';
import { toggleScheme } from './scheme.ts';

interface ShortcutActions {
  step(by: number): void;
  all(): void;
  find(): void;
  search(): void;
  takeOver(): void;
  help(): void;
  /** Returns whether a recording handled the key. */
  playback(key: string): boolean;
}

/** The handler returns whether it handled the key. */
export const createShortcutHandler =
  (actions: ShortcutActions) =>
  ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey || altKey) return false;
    if (isTextField(target)) return key === 'Escape' && blurField(target as HTMLElement);
    if (!usesKey(target, key) && actions.playback(key)) return true;
    const operation = {
      j: () => actions.step(1),
      k: () => actions.step(-1),
      Escape: actions.all,
      '/': actions.find,
      s: actions.search,
      t: actions.takeOver,
      d: toggleScheme,
      '?': actions.help,
    }[key];
    operation?.();
    return operation !== undefined;
  };

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !['checkbox', 'range', 'file'].includes(target.type)
    : target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** Whether an element, such as a button or a slider, uses the key itself. */
const usesKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLInputElement ||
  ((target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) && key === ' ');

function blurField(field: HTMLElement): boolean {
  field.blur();
  return true;
}

/** The rows of the help dialog. */
const shortcutRows: readonly (readonly [keys: readonly string[], description: string])[] = [
  [['j', 'k'], 'Next or previous session'],
  [['Enter'], 'Open the focused item'],
  [['Esc'], 'All sessions'],
  [['/'], 'Find sessions by name, command, tag or state'],
  [['s'], 'Search the transcript'],
  [['t'], 'Take over the keyboard'],
  [['Ctrl + ]'], 'Give back the keyboard'],
  [['Space', '←', '→'], 'In a recording: play or pause, seek five seconds back or forward'],
  [['+', '-'], 'In a recording: faster or slower'],
  [['d'], 'Switch theme'],
  [['?'], 'Show this help'],
];

export function createHelpDialog(): HTMLDialogElement {
  const rows = shortcutRows.flatMap(([each, description]) => [
    el('dt', {}, ...each.map((key) => el('kbd', {}, key))),
    el('dd', {}, description),
  ]);
  const close = el('button', { on: { click: () => dialog.close() } }, 'Close');
  const dialog = el(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-name' },
    el('h2', { id: 'help-name' }, 'Keyboard shortcuts'),
    el('dl', {}, ...rows),
    close,
  );
  return dialog;
}
