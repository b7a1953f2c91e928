/**
 * What is typed before a program asks for it. A password may come ahead of its question: what nobody has seen printed
 * yet waits for a while, and if the question comes meanwhile it was the answer. Texts leave in their order.
 */
import type { Clock, Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import { stripEscapes } from '../redact/escapes.ts';

type Settle = (shown: string) => void;

interface Waiting {
  readonly text: string;
  readonly settle: Settle;
  readonly due: number;
  /** Since it was typed. */
  printed: string;
}

export class TypedAhead {
  readonly #clock: Clock;
  readonly #replacement: string;
  readonly #waiting: Waiting[] = [];
  #disarm: Disarm | undefined;

  constructor(clock: Clock, replacement: string) {
    this.#clock = clock;
    this.#replacement = replacement;
  }

  add(text: string, settle: Settle): void {
    if (this.#waiting.length === 0 && !isWord(text)) return settle(text);
    this.#waiting.push({ text, settle, due: this.#clock.now() + limits.typedAheadMs, printed: '' });
    this.#arm();
  }

  /** `asks`: it ends in a question for a secret. */
  printed(text: string, asks: boolean): void {
    for (const one of this.#waiting) one.printed = (one.printed + text).slice(0, limits.typedAheadChars);
    if (asks) this.#leave(() => true, true);
    else this.#leave(isSeen);
  }

  /** Nothing more will be printed, or seen. */
  end(): void {
    this.#leave(() => true);
  }

  #leave(may: (one: Waiting) => boolean, hides = false): void {
    while (this.#waiting[0] && may(this.#waiting[0])) {
      const one = this.#waiting.shift()!;
      one.settle(hides ? hideUnseen(one, this.#replacement) : one.text);
    }
    this.#arm();
  }

  #arm(): void {
    this.#disarm?.();
    const [first] = this.#waiting;
    if (!first) return;
    const left = Math.max(0, first.due - this.#clock.now());
    this.#disarm = this.#clock.after(left, () => this.#leave(({ due }) => due <= this.#clock.now()));
  }
}

/** Anything else is a key that moves, or ends a line. */
const isWord = (text: string): boolean => !text.startsWith('\x1b') && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const isSeen = ({ text, printed }: Waiting): boolean =>
  !isWord(text) || linesOf(text).every((line) => shows(printed, line));

const linesOf = (text: string): readonly string[] => text.split(/[\r\n]+/).filter((line) => line !== '');

/** What is short stands in much that is printed: only the first letters may be its echo. */
function shows(printed: string, line: string): boolean {
  const plain = stripEscapes(printed);
  return line.length < 4 ? plain.startsWith(line) : plain.includes(line);
}

const hideUnseen = ({ text, printed }: Waiting, replacement: string): string =>
  isWord(text) ? text.replace(/[^\r\n]+/g, (line) => (shows(printed, line) ? line : replacement)) : text;
