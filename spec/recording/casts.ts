/** Records casts that begin after some output, and plays them, in memory. */
import { limits } from '#limits.ts';
import { readCast } from '#recording/asciicast.ts';
import { CastEncoder } from '#recording/castEncoder.ts';
import { CastPlayer } from '#recording/castPlayer.ts';
import { formatInitialScreen } from '#recording/recording.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { Transcript } from '#session/transcript.ts';
import type { Screen } from '#terminal/screen.ts';
import { freshScreen } from '../viewers/screens.ts';
import { manualClock } from './manualClock.ts';

const redaction = createRedaction(defaultPolicy);

export const smallSize = { rows: 5, cols: 20 };

const refuse = (line: number, reason: string): never => {
  throw new Error(`line ${line}: ${reason}`);
};

/** Records `after` in a terminal that already shows `before`. */
export function recordCast(before: string, after: string, { earlierOutput = '', size = smallSize } = {}) {
  const screen = freshScreen(size);
  const transcript = new Transcript(100_000);
  const print = (text: string) => {
    screen.feed(Buffer.from(text));
    transcript.append(Buffer.from(text));
  };
  print(before);
  let text = '';
  const { clock } = manualClock();
  const encoder = new CastEncoder({
    ...{ redaction, clock, version: 3, size, input: false, headed: earlierOutput !== '' },
    write: (line) => {
      text += line;
    },
    before: transcript.tailWithContext(limits.blockChars),
    opening: formatInitialScreen({ screen, transcript }, redaction, earlierOutput !== ''),
  });
  encoder.start();
  print(after);
  encoder.handleEvent({ kind: 'output', text: after });
  encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
  const header = `{"version":3,"term":{"cols":${size.cols},"rows":${size.rows}}}\n`;
  const earlier = `${header}${JSON.stringify([0, 'o', earlierOutput])}\n`;
  return { screen, text: earlierOutput === '' ? text : earlier + text };
}

export function playCast(text: string): Screen {
  const cast = readCast(text, { torn: false, refuse });
  const player = new CastPlayer(cast);
  for (const event of cast.events) player.play(event);
  return player.screen;
}
