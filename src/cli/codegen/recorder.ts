/** Turns what a person does in a session into the steps of a test. */
import type { Disposable } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import { SecretPrompt } from '#recording/secretInput.ts';
import type { Session, SessionEvent } from '#session/session.ts';
import { decodeKey } from '#terminal/input/keyDecoder.ts';
import { modifierNames, namedCharacters } from '#terminal/input/keyTable.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { alsoHideUnfinished, redactScreen } from '#terminal/screenRedaction.ts';
import { KeySplitter } from '#viewers/keyboard.ts';
import {
  assertableTexts,
  type ConditionText,
  emptyScreen,
  findChange,
  isOnScreen,
  type ScreenCondition,
  type ScreenState,
  type TypedLine,
} from './screenChange.ts';

type MouseButton = 'left' | 'middle' | 'right';
type MouseModifier = 'ctrl' | 'alt' | 'shift';

export interface ClickStep {
  readonly kind: 'click';
  readonly text: string;
  /** From 0, if the screen shows the text several times. */
  readonly nth: number | undefined;
  readonly button: MouseButton;
  readonly modifiers: readonly MouseModifier[];
}

type InputStep =
  /** `hidden`: the program did not show the text, or asked for a secret. */
  | { readonly kind: 'type'; readonly text: string; readonly hidden: boolean }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'press'; readonly keys: readonly string[] }
  | { readonly kind: 'resize'; readonly rows: number; readonly cols: number }
  | ClickStep;

/** `timeoutMs` is set if the condition took long to be met. */
export type WaitStep = ScreenCondition & { readonly timeoutMs: number | undefined };
interface ExitStep {
  readonly kind: 'exits';
  readonly status: number | null;
  readonly signal: string | null;
}

type RecordedStep = InputStep | WaitStep | ExitStep;

export type TestStep =
  | Exclude<RecordedStep, { kind: 'type' }>
  | { readonly kind: 'type'; readonly text: string }
  /** Types the value of an environment variable. */
  | { readonly kind: 'typeSecret'; readonly variable: string };

/** Longer than between two keys of a word: the person looks at what the screen shows. */
const pauseMs = 500;
/** Longer waits get a time limit of their own, so many times as long. */
const slowMs = 1500;
const slowFactor = 4;

/** A shorter text occurs in other words by accident. */
const shortestSecret = 4;

export class TestRecorder {
  readonly #session: Session;
  readonly #splitter = new KeySplitter();
  readonly #prompt = new SecretPrompt();
  readonly #steps: RecordedStep[] = [];
  readonly #secrets: string[] = [];
  /** The screen before the current group of inputs. */
  #before: ScreenState = emptyScreen;
  #inputAt: number;
  #changedAt: number;
  /** Texts to assert, since the last input. */
  #assertable: ConditionText[] | undefined;
  #assertions = 0;
  #typed: TypedLine | undefined;
  #size: Pick<Size, 'rows' | 'cols'>;
  readonly #observing: Disposable;

  constructor(session: Session) {
    this.#session = session;
    this.#size = session.screen.size;
    this.#inputAt = this.#changedAt = session.clock.now();
    const handleEvent = (event: SessionEvent) => this.#handleEvent(event);
    this.#observing = session.observers.add({
      observesInput: true,
      handleEvent,
      done: () => Promise.resolve(),
    });
  }

  get assertions(): number {
    return this.#assertions;
  }

  /** Adds an assertion of the text at the cursor; each further call adds the next text. Returns a notice. */
  assert(): string {
    const now = this.#readScreen();
    this.#assertable ??= this.#beginAssertions(now);
    const what = this.#assertable.shift();
    if (!what) return 'there is no other text to assert';
    this.#steps.push({ kind: 'shows', what, timeoutMs: this.#timeoutMs });
    this.#assertions += 1;
    return `asserts ${'text' in what ? JSON.stringify(what.text) : `/${what.pattern}/`}; u undoes, a asserts another text`;
  }

  /** Removes the last assertion since the last input. Returns a notice. */
  undo(): string {
    if (!this.#assertable || this.#steps.at(-1)?.kind !== 'shows' || this.#assertions === 0)
      return 'there is no assertion to undo';
    this.#steps.pop();
    this.#assertions -= 1;
    return 'the assertion is removed';
  }

  /** Ends the recording. Returns the steps, with a wait for the last change if the program runs. */
  finish(): readonly TestStep[] {
    this.#observing.dispose();
    if (this.#session.exit === null) this.#finishGroup(this.#readScreen());
    const variables = new Map<string, string>();
    return this.#steps.map((step) => {
      if (step.kind !== 'type' && step.kind !== 'paste') return step;
      const { kind, text } = step;
      const hidden = kind === 'type' && step.hidden;
      if (!hidden && this.#session.redaction.text(text) === text) return { kind, text };
      if (!variables.has(text)) variables.set(text, `SECRET_${variables.size + 1}`);
      return { kind: 'typeSecret', variable: variables.get(text)! };
    });
  }

  /** The waits come before the assertions, unless the first assertion is a wait for the change itself. */
  #beginAssertions(now: ScreenState): ConditionText[] {
    const texts = [...assertableTexts(this.#before, now, this.#hidden)];
    if (texts[0] && isOnScreen(texts[0], this.#before)) this.#finishGroup(now);
    return texts;
  }

  #handleEvent(event: SessionEvent): void {
    if (event.kind === 'typed') this.#handleTyped(Buffer.from(event.bytes).toString('utf8'), event.unseen);
    else if (event.kind === 'output') this.#prompt.addOutput(event.text);
    else if (event.kind === 'changed') this.#changedAt = this.#session.clock.now();
    else if (event.kind === 'resized') this.#handleResize(event.size);
    else if (event.kind === 'exited') {
      this.#finishGroup(this.#readScreen(), true);
      this.#steps.push({ kind: 'exits', status: event.exit.exitCode, signal: event.exit.signal });
      this.#observing.dispose();
    }
  }

  #handleTyped(typed: string, unseen: boolean): void {
    const hidden = unseen || this.#prompt.active;
    const keys = this.#splitter.push(typed);
    const rest = this.#splitter.isPasting ? '' : this.#splitter.flush();
    for (const raw of [...keys, rest]) {
      const step = raw === '' ? undefined : toInputStep(raw, hidden, this.#readScreen());
      if (step) this.#add(step);
    }
  }

  #handleResize({ rows, cols }: Size): void {
    if (rows === this.#size.rows && cols === this.#size.cols) return;
    this.#size = { rows, cols };
    this.#add({ kind: 'resize', rows, cols });
  }

  #add(step: InputStep): void {
    const now = this.#readScreen();
    const last = this.#steps.at(-1);
    const merged = this.#assertable || !last ? undefined : this.#merge(last, step, now);
    if (merged) this.#steps.splice(-1, 1, merged);
    else {
      this.#finishGroup(now);
      this.#steps.push(step);
      this.#before = now;
    }
    this.#inputAt = this.#session.clock.now();
    this.#followTyping(this.#steps.at(-1)!);
  }

  #followTyping(step: RecordedStep): void {
    const { rows, cursor } = this.#before;
    const prompt = rows[cursor.row]?.trimEnd() ?? '';
    if (step.kind === 'type' && !step.hidden) this.#typed = { text: step.text, prompt, isOpen: true };
    else this.#typed = step.kind === 'press' && this.#typed ? { ...this.#typed, isOpen: false } : undefined;
  }

  /** Returns undefined if the test should wait between the steps. */
  #merge(last: RecordedStep, step: InputStep, now: ScreenState): InputStep | undefined {
    if (last.kind === 'resize' && step.kind === 'resize') return step;
    const paused = this.#session.clock.now() - this.#inputAt > pauseMs;
    if (last.kind === 'type' && step.kind === 'type' && last.hidden === step.hidden)
      return paused && this.#change(now) ? undefined : { ...last, text: last.text + step.text };
    if (last.kind !== 'press' || step.kind !== 'press') return undefined;
    const change = this.#change(now)?.kind;
    return change === undefined || (change === 'styled' && !paused)
      ? { kind: 'press', keys: [...last.keys, ...step.keys] }
      : undefined;
  }

  /** Adds the wait for what the last inputs have changed, unless an assertion waits for it. */
  #finishGroup(now: ScreenState, ended = false): void {
    this.#hideTyped(now);
    const change = this.#assertable ? undefined : this.#change(now);
    this.#assertable = undefined;
    // A program that ends mostly clears the screen.
    if (change && !(ended && change.kind !== 'shows'))
      this.#steps.push({ ...change, timeoutMs: this.#timeoutMs });
    this.#before = now;
  }

  /** Remembers a hidden text. A full-screen program may show a text as asterisks. */
  #hideTyped(now: ScreenState): void {
    const last = this.#steps.at(-1);
    if (last?.kind !== 'type') return;
    const hidden = last.hidden || isMasked(last.text, this.#before, now);
    this.#steps.splice(-1, 1, { ...last, hidden });
    if (hidden && last.text.length >= shortestSecret) this.#secrets.push(last.text);
  }

  #change(now: ScreenState): ScreenCondition | undefined {
    return findChange(this.#before, now, { typed: this.#typed, hidden: this.#hidden });
  }

  get #timeoutMs(): number | undefined {
    const elapsed = this.#changedAt - this.#inputAt;
    return elapsed < slowMs ? undefined : Math.ceil((elapsed * slowFactor) / 1000) * 1000;
  }

  get #hidden(): readonly string[] {
    return [this.#session.redaction.replacement, ...this.#secrets];
  }

  #readScreen(): ScreenState {
    const { screen, redaction: own } = this.#session;
    const redaction = alsoHideUnfinished(screen, own);
    return {
      rows: redactScreen(screen, redaction).text.split('\n'),
      runs: screenRuns(screen, redaction),
      cursor: screen.cursor,
      alternate: screen.alternateScreen,
    };
  }
}

const isMasked = (text: string, before: ScreenState, now: ScreenState): boolean =>
  text.length > 1 &&
  [...'*•●'].some((character) => {
    const mask = character.repeat(text.length);
    return now.rows.join('\n').includes(mask) && !before.rows.join('\n').includes(mask);
  });

const bracketedPaste = /^\x1b\[200~([\s\S]*)\x1b\[201~$/;
const mousePress = /^\x1b\[<(\d+);(\d+);(\d+)M$/;
const mouseButtons: readonly MouseButton[] = ['left', 'middle', 'right'];
/** The bits that modifiers set in the number of the button. The other bits mean movement and wheels. */
const mouseModifiers = [
  ['ctrl', 16],
  ['alt', 8],
  ['shift', 4],
] as const;

/** Returns undefined for input that is no action, such as the report of a mouse movement. */
function toInputStep(raw: string, hidden: boolean, screen: ScreenState): InputStep | undefined {
  const [, pasted] = bracketedPaste.exec(raw) ?? [];
  if (pasted !== undefined && hidden) return { kind: 'type', text: pasted, hidden };
  if (pasted !== undefined) return { kind: 'paste', text: pasted.replaceAll('\r', '\n') };
  if (/^[^\x00-\x1f\x7f]/.test(raw)) return { kind: 'type', text: raw, hidden };
  const [, ...pointed] = mousePress.exec(raw) ?? [];
  if (pointed.length > 0) return toClick(screen, pointed.map(Number) as [number, number, number]);
  const { key, modifiers, event, characters } = decodeKey(raw);
  if (key === null || event === 'release' || event === 'report') return undefined;
  const names = modifierNames(modifiers);
  const typed = names.every((name) => name === 'shift') ? characters[0] : undefined;
  if (typed !== undefined && /^[^\x00-\x1f\x7f]$/u.test(typed)) return { kind: 'type', text: typed, hidden };
  return { kind: 'press', keys: [[...names, characterNames.get(key) ?? key].join('+')] };
}

const characterNames = new Map(Object.entries(namedCharacters).map(([name, character]) => [character, name]));

/** Words with single blanks between them, up to a line of a box. */
const phrases = /[^\s\u2500-\u259f]+(?: [^\s\u2500-\u259f]+)*/g;

/**
 * The words under the pointer, in one style. A locator clicks the middle of its match: without the other words if that is
 * in one of them. Without any word, the click cannot be repeated.
 */
function toClick(
  { rows, runs }: ScreenState,
  [code, col, row]: readonly [code: number, col: number, row: number],
): ClickStep | undefined {
  const modifiers = mouseModifiers.flatMap(([name, bit]) => (code & bit ? [name] : []));
  const button = mouseButtons[code & ~mouseModifiers.reduce((all, [, bit]) => all | bit, 0)];
  const run = runs[row - 1]?.find((one) => one.col < col && col <= one.col + one.width);
  if (!button || !run) return undefined;
  const at = col - 1 - run.col;
  const phrase = wordAt(run.text, phrases, at);
  const word = phrase && wordAt(run.text, /[^\s\u2500-\u259f]+/g, at);
  if (!word) return undefined;
  const middle = phrase.index + Math.floor((phrase.text.length - 1) / 2);
  const isInWord = word.index <= middle && middle < word.index + word.text.length;
  const { text, index } = isInWord ? phrase : word;
  const above = [...rows.slice(0, row - 1), rows[row - 1]!.slice(0, run.col + index)].join('\n');
  const nth = countOf(text, rows.join('\n')) > 1 ? countOf(text, above) : undefined;
  return { kind: 'click', text, nth, button, modifiers };
}

function wordAt(line: string, pattern: RegExp, at: number) {
  const found = [...line.matchAll(pattern)].find(
    ({ index, 0: text }) => index <= at && at < index + text.length,
  );
  return found && { text: found[0], index: found.index };
}

const countOf = (text: string, screen: string): number => screen.split(text).length - 1;
