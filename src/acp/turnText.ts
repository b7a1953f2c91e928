/**
 * The text of a turn, sent in pieces that are never taken back. A program may redraw the last rows of an answer: a table
 * at each of its rows, a word that moves to the next row, markdown whose end has come. Such rows are held back.
 */
import { limits } from '#limits.ts';

export interface TextPiece {
  readonly text: string;
  /** Text before this piece was never seen. */
  readonly lost?: true;
  /** The text from this line on, counted from 0, was sent in another form before. This piece is its final form. */
  readonly replacesFromLine?: number;
}

export class TurnText {
  /** Lines of the turn from `#first` on. The last one may still grow. */
  #lines: string[] = [];
  /** What was sent of them. */
  #sent: string[] = [];
  #first = 0;
  #lost = false;

  append(text: string): void {
    const [head = '', ...rest] = text.split('\n');
    const last = this.#lines.pop() ?? '';
    this.#lines.push(last + head, ...rest);
  }

  replace(fromLine: number, text: string): void {
    if (fromLine < this.#first) this.#lost = true;
    this.#lines.splice(Math.max(0, fromLine - this.#first), Number.POSITIVE_INFINITY, ...text.split('\n'));
  }

  markLost(): void {
    this.#lost = true;
  }

  /** Adds what is missing at the end of the turn. `text` is the end of the whole text, in whole lines. */
  complete(text: string): void {
    if (text === '' || this.#lines.join('\n').endsWith(text)) return;
    const lines = text.split('\n');
    const at = lastOverlap(lines, this.#lines.slice(-2));
    if (at < 0 && this.#lines.length > 0) this.#lost = true;
    this.#lines.push(...lines.slice(at + 1));
  }

  /** Returns the next piece to send. `all` includes the text that may still be redrawn. */
  take(all: boolean): TextPiece | undefined {
    const target = all ? this.#lines : this.#lines.slice(0, settledLines(this.#lines));
    const same = countSame(this.#sent, target);
    const last = this.#sent.length - 1;
    if (same === this.#sent.length) return this.#piece(target, same, this.#begun ? '\n' : '');
    const grown = same === last && target[same]?.startsWith(this.#sent[same]!);
    if (grown) return this.#piece(target, same, '', this.#sent[same]!.length);
    // What was sent has changed. One correction at the end is easier to read than one for each redraw.
    if (!all) return undefined;
    const piece = this.#piece(target, same, '\n\n');
    return piece && { ...piece, replacesFromLine: this.#first + same };
  }

  get #begun(): boolean {
    return this.#first > 0 || this.#sent.length > 0;
  }

  #piece(target: readonly string[], from: number, joint: string, chars = 0): TextPiece | undefined {
    const words = target.slice(from).join('\n').slice(chars);
    const changed = target.length > from || this.#sent.length > target.length;
    if (!changed || (words === '' && chars > 0)) return undefined;
    const removed = from >= target.length;
    this.#sent = [...target];
    const first = this.#first;
    this.#forget();
    if (removed) return undefined;
    const lost = this.#lost;
    this.#lost = false;
    return { text: `${first === 0 && from === 0 ? '' : joint}${words}`, ...(lost && { lost }) };
  }

  /** Text that was sent is kept only to notice that it changes. */
  #forget(): void {
    const over = this.#sent.length - limits.acpSentLines;
    if (over <= 0) return;
    this.#sent.splice(0, over);
    this.#lines.splice(0, over);
    this.#first += over;
  }
}

const countSame = (sent: readonly string[], target: readonly string[]): number => {
  const other = sent.findIndex((line, at) => line !== target[at]);
  return other < 0 ? sent.length : other;
};

/** A paragraph is drawn again when its markdown ends. Longer ones are rare. */
const paragraphRows = 8;

const tableEdge = /^\s*[|│┃┌├└╭╰╔╠╚]/;

/** Returns how many lines will not be redrawn: those before the last paragraph, or before the last rows of a long one. */
function settledLines(lines: readonly string[]): number {
  const blank = lines.findLastIndex((line) => line.trim() === '');
  const paragraph = lines.slice(blank + 1);
  if (paragraph.some((line) => tableEdge.test(line))) return Math.max(0, blank);
  return Math.max(0, blank, lines.length - paragraphRows);
}

/** Returns the index of the last line of `known` in `lines`, searched from the end, or -1. */
function lastOverlap(lines: readonly string[], known: readonly string[]): number {
  if (known.length === 0) return -1;
  return lines.findLastIndex((_, at) =>
    known.every((line, index) => lines[at - known.length + 1 + index] === line),
  );
}
