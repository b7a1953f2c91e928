/** Commands that send input: text, keys, pastes and clicks. */
import type { Action, Selector } from '#client/api.ts';
import { standardInput } from '#platform/standardStreams.ts';
import { choice, count, flag, many, orderOptions, text } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Calls, type CommandOutput, defineSessionCommand, timeoutOption } from './command.ts';
import { afterOption, createSelector, styleOptions } from './selectors.ts';
import { describeHit, matcherOf, waitKinds, waitOptions } from './waits.ts';

async function send(
  calls: Calls,
  session: string,
  [action, ...actions]: readonly [Action, ...Action[]],
): Promise<CommandOutput> {
  const { bytes, warnings } = await calls.session.input({ session, action, actions });
  return { kind: 'input', json: { session, bytes }, text: '', warnings };
}

const enter: Action = { type: 'key', value: 'enter' };

const textOperand = { usage: '[TEXT]', min: 0, max: 1 } as const;

/** Reads standard input if the text is not given. */
async function readText([text]: readonly string[]): Promise<string> {
  if (text !== undefined) return text;
  const input = standardInput();
  if (input.isTTY) throw new UsageError('expected TEXT, or text on standard input');
  let read = '';
  for await (const piece of input.setEncoding('utf8')) read += piece;
  return read;
}

export const typeCommand = defineSessionCommand({
  name: 'type',
  summary: 'Type a text into a session.',
  details: [
    'Without TEXT, it types what it reads from standard input. After --, TEXT may begin with a hyphen.',
  ],
  options: { enter: flag('Press Enter after the text.') },
  operands: textOperand,
  examples: { "ptywright type --enter 'echo hello'": 'Type a command into a shell, and run it.' },
  run: async ({ calls, session, given, operands }) => {
    const text: Action = { type: 'text', value: await readText(operands) };
    return send(calls, session, given.enter ? [text, enter] : [text]);
  },
});

export const pressCommand = defineSessionCommand({
  name: 'press',
  summary: 'Press keys in a session, one after the other.',
  details: [
    'A key is a name such as Enter, Escape, Up, F5 or Space, one character, or a chord such as ctrl+c or shift+Tab. A pause follows Escape, so that the program does not take the next key for one with alt.',
  ],
  options: {},
  operands: { usage: 'KEY...', min: 1, max: 1024, completes: 'key' },
  examples: {
    'ptywright press ctrl+l': 'Press one chord.',
    'ptywright press Escape : w q Enter': 'Press five keys.',
  },
  run: ({ calls, session, operands }) => send(calls, session, [{ type: 'keys', value: [...operands] }]),
});

/** Without markers unless the program has enabled them. */
async function pasteType(calls: Calls, session: string): Promise<'bracketed_paste' | 'paste'> {
  const { modes } = await calls.session.info({ session });
  return modes.bracketed_paste ? 'bracketed_paste' : 'paste';
}

export const pasteCommand = defineSessionCommand({
  name: 'paste',
  summary: 'Paste a text into a session, as a bracketed paste if the program supports it.',
  details: ['Without TEXT, it pastes what it reads from standard input.'],
  options: {},
  operands: textOperand,
  examples: { "printf 'one\\ntwo\\n' | ptywright paste": 'Paste two lines.' },
  run: async ({ calls, session, operands }) => {
    const value = await readText(operands);
    return send(calls, session, [{ type: await pasteType(calls, session), value }]);
  },
});

export const clickCommand = defineSessionCommand({
  name: 'click',
  summary: 'Click on a text of the screen, after waiting for it.',
  details: [
    'The program must have enabled the mouse. Several matches are an error, unless --after or --nth selects one.',
  ],
  options: {
    text: text('TEXT', 'The text to click.'),
    regex: text('PATTERN', 'An RE2 pattern for the text, in place of --text.'),
    after: { ...afterOption, describe: 'Click the first match after the first occurrence of this text.' },
    ...styleOptions,
    nth: count('N', [1, 1000], 'Click this match, counted from 1.'),
    button: choice('BUTTON', ['left', 'middle', 'right'], 'Mouse button.', { default: 'left' }),
    double: flag('Click twice.'),
    ctrl: flag('Hold ctrl.'),
    alt: flag('Hold alt.'),
    shift: flag('Hold shift.'),
    timeout: timeoutOption,
  },
  examples: {
    'ptywright click --text Save --after Settings': 'Click the first Save after the word Settings.',
  },
  run: async ({ calls, session, given }) => {
    const { button, double, timeout } = given;
    const modifiers = modifierNames.filter((name) => given[name]);
    const gesture = { event: 'click', button, count: double ? 2 : 1, modifiers } as const;
    const selector = clickedSelector(given);
    const { selected, bytes } = await calls.session.mouse({
      session,
      selector,
      gesture,
      timeout_ms: timeout,
    });
    return { kind: 'input', json: { session, bytes, selected }, text: '' };
  },
});

const modifierNames = ['ctrl', 'alt', 'shift'] as const;

function clickedSelector({
  text,
  regex,
  nth,
  ...options
}: Parameters<typeof createSelector>[2] & {
  readonly text: string | undefined;
  readonly regex: string | undefined;
  readonly nth: number | undefined;
}): Selector {
  const value = text ?? regex;
  if (value === undefined || (text !== undefined && regex !== undefined))
    throw new UsageError('expected one of --text and --regex');
  const selector = createSelector(value, regex !== undefined, options);
  const index = nth === undefined ? (options.after === undefined ? undefined : 0) : nth - 1;
  return index === undefined ? selector : { type: 'nth', index, selector };
}

const inputOptions: Readonly<
  Record<string, (value: string, pasteType: 'bracketed_paste' | 'paste') => Action>
> = {
  type: (value) => ({ type: 'text', value }),
  key: (value) => ({ type: 'keys', value }),
  paste: (value, type) => ({ type, value }),
};

export const actCommand = defineSessionCommand({
  name: 'act',
  summary: 'Send input, wait for its result, and print the screen.',
  details: [
    'The inputs are sent in the order of the options. Only what happens after the input satisfies the wait. VALUE is what ptywright wait takes after the kind: for --wait text, the text.',
  ],
  options: {
    type: text('TEXT', 'Type a text.', many),
    key: text('KEYS', "Press keys, such as enter or 'ctrl+c enter'.", { ...many, completes: 'key' }),
    paste: text('TEXT', 'Paste a text, as a bracketed paste if the program supports it.', many),
    wait: choice('KIND', waitKinds, 'What to wait for, as in the command wait.', { default: 'idle' }),
    ...waitOptions,
  },
  operands: { usage: '[VALUE]', min: 0, max: 1 },
  examples: {
    "ptywright act --type 'echo $((6*7))' --key enter --wait text 42":
      'Run a command, and wait for its output.',
    "ptywright act --type 'npm test' --key enter --wait command":
      'Run a command in a shell with shell integration, and wait for its end.',
  },
  run: async ({ calls, session, given, operands: [value], words }) => {
    const paste = given.paste.length > 0 ? await pasteType(calls, session) : 'paste';
    const actions = orderOptions(actCommand, words).flatMap(({ name, value: input }) =>
      Object.hasOwn(inputOptions, name) ? [inputOptions[name]!(String(input), paste)] : [],
    );
    if (actions.length === 0) throw new UsageError('expected at least one of --type, --key and --paste');
    const { hit, elapsed_ms, sequence, plain_text, warnings } = await calls.session.act({
      session,
      actions,
      matcher: matcherOf(given.wait, value, given),
      timeout_ms: given.timeout,
      evidence: 'text',
    });
    return {
      kind: 'match',
      json: { session, hit, elapsed_ms, sequence, plain_text },
      text: `${plain_text}\n`,
      warnings,
      note: hit?.kind === 'command_finished' ? describeHit(hit) : undefined,
    };
  },
});
