/** The actions, one a file. */
export { bracketedPaste } from './bracketedPaste.ts';
export { eof } from './eof.ts';
export { focus } from './focus.ts';
export { interrupt } from './interrupt.ts';
export { key } from './key.ts';
export { keys } from './keys.ts';
export { kill } from './kill.ts';
export { markTranscript } from './markTranscript.ts';
export { mouse } from './mouse.ts';
export { paste } from './paste.ts';
export { raw } from './raw.ts';
export { resize } from './resize.ts';
export { signal } from './signal.ts';
export { streamText } from './streamText.ts';
export { text } from './text.ts';
