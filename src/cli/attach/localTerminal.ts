/** The local terminal while it shows a session: in raw mode, on the alternate screen, and restored afterwards. */

import { limits } from '#limits.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { enterRawMode } from '#platform/rawMode.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import { resetTerminal } from '#viewers/frameDiff.ts';
import { CommandError } from '../errors.ts';

interface LocalTerminalHandlers {
  onInput(bytes: Buffer): void;
  onResize(): void;
  /** The terminal was closed. */
  onGone(): void;
}

/** Saves the window title on terminals that can. */
const enterSequence = '\x1b[?1049h\x1b[22;0t\x1b[2J\x1b[H';
const leaveSequence = `${resetTerminal}\x1b[23;0t\x1b[?1049l`;

/** Call before starting anything that would have to be stopped. */
export function requireTerminal(): void {
  if (!standardInput().isTTY || !standardOutput().isTTY)
    throw new CommandError('standard input and output must be a terminal, to show the session');
}

export class LocalTerminal {
  readonly close: () => void;

  /** Restores the terminal on failures too. Only SIGKILL leaves no time for it. */
  constructor(events: LocalTerminalHandlers) {
    requireTerminal();
    const [input, output] = [standardInput(), standardOutput()];
    const rawMode = enterRawMode(() => events.onResize(), { enter: enterSequence, leave: leaveSequence });
    const typed = (bytes: Buffer) => events.onInput(bytes);
    const left = () => events.onGone();
    const resized = () => events.onResize();
    input.on('data', typed).on('end', left).on('error', left);
    output.on('resize', resized).on('error', left);
    this.close = () => {
      input.off('data', typed).off('end', left).pause();
      output.off('resize', resized);
      rawMode.dispose();
    };
  }

  /** Size for a session, within the limits. Of a larger terminal the rest stays empty. */
  get size(): GridSize {
    const { rows, columns } = standardOutput();
    // Serial lines and some containers report the size 0.
    if (!(rows > 0 && columns > 0)) return { rows: 24, cols: 80 };
    const height = Math.min(rows, limits.maxRows);
    const most = Math.min(limits.maxCols, Math.floor(limits.maxCells / height));
    return { rows: height, cols: Math.min(Math.max(columns, limits.minCols), most) };
  }

  write(text: string): void {
    standardOutput().write(text);
  }

  /** Stops reading until `resume`. Input waits in the meantime. */
  pause(): void {
    standardInput().pause();
  }

  resume(): void {
    standardInput().resume();
  }
}
