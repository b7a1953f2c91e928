/** An action as a client would send it, and the text that it types. */
import type { Action } from '../input/index.ts';

export interface SentAction {
  readonly type: string;
  readonly value?: unknown;
}

/** Chords were read when they came; they are told as they were spelled. */
export function sentAction(action: Action): SentAction {
  if (action.type === 'key') return { type: action.type, value: action.value.spelled };
  if (action.type !== 'keys') return action;
  const { chords, delayMs } = action.value;
  const spelled = chords.map((chord) => chord.spelled);
  return { type: action.type, value: delayMs > 0 ? { chords: spelled, delay_ms: delayMs } : spelled };
}

/** What of it could be read as text, by whoever reads over somebody's shoulder. A line end for a key that ends a line. */
export function typedText(action: Action): string {
  switch (action.type) {
    case 'text':
    case 'paste':
    case 'bracketed_paste':
      return action.value;
    case 'stream_text':
      return action.value.text;
    case 'raw':
      return Buffer.from(action.value, 'base64').toString('utf8');
    case 'key':
      return chordText(action.value);
    case 'keys':
      return action.value.chords.map(chordText).join('');
    default:
      return '';
  }
}

interface Pressed {
  readonly key: string;
  readonly text?: string;
  readonly modifiers: number;
}

const chordText = ({ key, text }: Pressed): string => (key === 'enter' ? '\n' : (text ?? ''));
