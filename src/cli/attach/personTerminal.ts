/** Our own terminal while a session is shown on it: raw, on its second screen, and afterwards as it was. */
import { limits } from '../../core/limits.ts';
import { unpaint } from '../../core/viewer/paint.ts';
import { enterRawMode } from '../../platform/rawMode.ts';
import { standardInput, standardOutput } from '../../platform/standardStreams.ts';
import { Failure } from '../usage.ts';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

export interface TerminalEvents {
  typed(bytes: Buffer): void;
  resized(): void;
  /** It is gone. */
  left(): void;
}

/** The title is kept where a terminal can do that. */
const enter = '\x1b[?1049h\x1b[22;0t\x1b[2J\x1b[H';
const leave = `${unpaint}\x1b[23;0t\x1b[?1049l`;

/** Before anything is begun that somebody would have to end. */
export function requireTerminal(): void {
  if (!standardInput().isTTY || !standardOutput().isTTY)
    throw new Failure('standard input and output must be a terminal: a session is shown on it');
}

export class PersonTerminal {
  readonly #close: () => void;

  /** What it has been told to be is taken back also when we fail; only a SIGKILL leaves no time for it. */
  constructor(events: TerminalEvents) {
    const [input, output] = [standardInput(), standardOutput()];
    if (!input.isTTY || !output.isTTY)
      throw new Failure('standard input and output must be a terminal: a session is shown on it');
    const leaveRaw = enterRawMode(() => events.resized(), { enter, leave });
    const typed = (bytes: Buffer) => events.typed(bytes);
    const left = () => events.left();
    const resized = () => events.resized();
    input.on('data', typed).on('end', left).on('error', left);
    output.on('resize', resized).on('error', left);
    this.#close = () => {
      input.off('data', typed).off('end', left).pause();
      output.off('resize', resized);
      leaveRaw();
    };
  }

  /** What a session may be shown in; of a larger terminal the rest stays empty. */
  get extent(): Extent {
    const { rows, columns } = standardOutput();
    // Serial lines and some containers know no size, and say 0.
    if (!(rows > 0 && columns > 0)) return { rows: 24, cols: 80 };
    const height = Math.min(rows, limits.maxRows);
    const most = Math.min(limits.maxCols, Math.floor(limits.maxCells / height));
    return { rows: height, cols: Math.min(Math.max(columns, limits.minCols), most) };
  }

  show(text: string): void {
    standardOutput().write(text);
  }

  /** Until `listen` is called what is typed waits. */
  pause(): void {
    standardInput().pause();
  }

  listen(): void {
    standardInput().resume();
  }

  close(): void {
    this.#close();
  }
}
