import type { Sequence } from './table.ts';

/** What the kitty protocol may add to a key's sequence. */
export interface Additions {
  readonly released?: boolean;
  /** Code point that the key gives with shift. */
  readonly shifted?: number;
  /** What the key types. */
  readonly text?: string;
}

/** Parameters that only repeat a default are left out, from the right. */
function parameters(number: string, modifier: string, text: string, final: string): string {
  if (text) return `${number};${modifier};${text}`;
  if (modifier) return `${number};${modifier}`;
  return number === '1' && final !== '~' && final !== 'u' ? '' : number;
}

/** `CSI number:shifted ; 1 + modifiers : event ; text final`. */
export function sequence({ number, final }: Sequence, modifiers: number, more: Additions = {}): string {
  const keyed = more.shifted === undefined ? `${number}` : `${number}:${more.shifted}`;
  const event = more.released ? ':3' : '';
  const modifier = modifiers || event ? `${1 + modifiers}${event}` : '';
  const typed = [...(more.text ?? '')].map((each) => each.codePointAt(0)).join(':');
  return `\x1b[${parameters(keyed, modifier, typed, final)}${final}`;
}
