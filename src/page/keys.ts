/** Keys of the page, for when nothing is being written: one letter each, and never one that a browser has its own use for. */
import { turnScheme } from './scheme.ts';

export interface KeyDeeds {
  step(by: number): void;
  all(): void;
  find(): void;
  search(): void;
  takeOver(): void;
  help(): void;
  /** True when a recording took it. */
  playback(key: string): boolean;
}

/** What comes back tells whether the key was one. */
export const keysOf =
  (deeds: KeyDeeds) =>
  ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey || altKey) return false;
    if (isWritten(target)) return key === 'Escape' && leave(target as HTMLElement);
    if (!isUsed(target, key) && deeds.playback(key)) return true;
    const deed = {
      j: () => deeds.step(1),
      k: () => deeds.step(-1),
      Escape: deeds.all,
      '/': deeds.find,
      s: deeds.search,
      t: deeds.takeOver,
      d: turnScheme,
      '?': deeds.help,
    }[key];
    deed?.();
    return deed !== undefined;
  };

const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !['checkbox', 'range', 'file'].includes(target.type)
    : target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** A button, a slider and the like have uses for some keys themselves. */
const isUsed = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLInputElement ||
  ((target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) && key === ' ');

function leave(field: HTMLElement): boolean {
  field.blur();
  return true;
}
