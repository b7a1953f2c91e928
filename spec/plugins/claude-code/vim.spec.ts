/** Vim mode of the composer: text is typed only in INSERT, and Escape leaves that mode before it cancels a turn. */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

interface Plan {
  readonly actions?: readonly { readonly type?: string; readonly value?: string }[];
}

const inMode = { INSERT: '2.1.327-vim-ready.txt', VISUAL: '2.1.327-vim-visual-visual.txt' };
const runs = '2.1.327-vim-cancel-thinking.txt';
const sign = /.*-- INSERT --[^ ]* /;

function sceneOf(text: string) {
  const [scene] = readScenes('seen.txt', text);
  return scene!;
}

const keysOf = (plan: unknown) =>
  ((plan ?? {}) as Plan).actions?.map(({ type, value }) => [type, value]) ?? [];

/** Returns the keys that one adapter sends on successive screens. */
function player() {
  const { said, planned, resumed } = createClassifier();
  return {
    plan: async (intent: string, params: object, text: string) =>
      keysOf(await planned(sceneOf(text), intent, params)),
    /** The keys of the next step, when the screen shows this. */
    next: async (text: string) => keysOf(await resumed(sceneOf(text))),
    see: (text: string) => said(sceneOf(text)),
  };
}

/** Returns the keys on a screen, after another one was seen. */
async function plans(intent: string, params: object, text: string, before?: string) {
  const { plan, see } = player();
  if (before) await see(before);
  return await plan(intent, params, text);
}

/** NORMAL has no indicator. */
function normal(picture: string) {
  const text = capture(picture);
  const other = text.replace(sign, '  ');
  expect(other).not.toBe(text);
  return other;
}

it('reports the permission mode beside the vim mode', async () => {
  const { metadata } = await createClassifier().said(sceneOf(capture(inMode.INSERT)));
  expect(metadata).toMatchObject({ status: { permission_mode: 'default' } });
});

it.each([
  ['send_prompt', { prompt: 'hello' }, 'bracketed_paste'],
  ['slash_command', { command: 'clear' }, 'text'],
])('%s enters INSERT first', async (intent, params, then) => {
  const seen = capture(inMode.INSERT);
  const { plan, next, see } = player();
  await see(seen);
  expect(await plan(intent, params, normal(inMode.INSERT))).toEqual([['text', 'i']]);
  expect((await next(seen)).map(([type]) => type)).toEqual([then]);
  const visual = await plans(intent, params, capture(inMode.VISUAL));
  expect(visual).toEqual([['key', 'escape']]);
  for (const keys of [
    await plans(intent, params, seen),
    // If vim mode was never seen, it is off.
    await plans(intent, params, normal(inMode.INSERT)),
  ])
    expect(keys[0]).not.toEqual(['text', 'i']);
});

it('cancel leaves INSERT, and reads the screen again before it ends the turn', async () => {
  const { plan, next } = player();
  expect(await plan('cancel', {}, capture(runs))).toEqual([['key', 'escape']]);
  expect(await next(normal(runs))).toEqual([['key', 'escape']]);
  expect(await plans('cancel', {}, normal(runs))).toEqual([['key', 'escape']]);
});

/** A custom status line, above the row of the program or alone. */
const statusLine = '  ␛[38;2;153;153;153m-- NORMAL --␛[0m ␛[38;2;153;153;153mmain␛[0m';
const madeOf = (row: string) =>
  capture('2.1.327-status-mode-completed.txt').replace(/^.*plan mode on.*$/m, row);
const alone = (row: string) => madeOf(row).replace(/^.*manual mode on.*\n?$/m, '');

it.each([
  ['a mode that vim does not tell', madeOf(statusLine)],
  ['a word', alone(statusLine.replace('NORMAL', 'PROD'))],
  ['a mode of vim above the row of the program', madeOf(statusLine.replace('NORMAL', 'VISUAL'))],
])('a status line with %s does not belong to vim', async (_, text) => {
  const keys = await plans('send_prompt', { prompt: 'hello' }, text);
  expect(keys.map(([type]) => type)).toEqual(['bracketed_paste']);
});

it('presses Escape at most twice for INSERT', async () => {
  const { plan, next } = player();
  const visual = capture(inMode.VISUAL);
  const pressed = [['key', 'escape']];
  expect(await plan('send_prompt', { prompt: 'hello' }, visual)).toEqual(pressed);
  expect(await next(visual)).toEqual(pressed);
  await expect(next(visual)).rejects.toThrow('Escape does not lead out of VISUAL');
  expect(await plan('send_prompt', { prompt: 'hello' }, visual)).toEqual(pressed);
});

it.each(['cancel', 'force_cancel'])(
  '%s takes an Escape that does not leave INSERT for its own',
  async (intent) => {
    const { planned, resumed } = createClassifier();
    const scene = sceneOf(capture(runs));
    const pressed = { type: 'key', value: 'escape' };
    const first = await planned(scene, intent);
    expect(first).toMatchObject({ actions: [{ ...pressed, why: 'NORMAL mode' }] });
    expect(await resumed(scene)).toMatchObject({ last_intent: 'cancelling', actions: [pressed] });
    expect(await planned(scene, intent)).toEqual(first);
  },
);

const drafted = (text: string, draft: string) => {
  const other = text.replace(/(?<=❯.)(?=␛\[7m)/u, draft);
  expect(other).not.toBe(text);
  return other;
};

it('takes back the i that became a draft, as vim was turned off', async () => {
  const { plan, next, see } = player();
  await see(capture(inMode.INSERT));
  const empty = normal(inMode.INSERT);
  expect(await plan('slash_command', { command: 'clear' }, empty)).toEqual([['text', 'i']]);
  expect(await next(drafted(empty, 'i'))).toEqual([['key', 'backspace']]);
  expect(await next(empty)).toEqual([['text', '/clear']]);
});

it('enters INSERT again after an interrupted intent', async () => {
  const { plan, see } = player();
  await see(capture(inMode.INSERT));
  for (const intent of ['slash_command', 'slash_command', 'send_prompt'])
    expect(await plan(intent, { command: 'clear', prompt: 'hello' }, normal(inMode.INSERT))).toEqual([
      ['text', 'i'],
    ]);
});

it('refuses a foreign draft that looks the same', async () => {
  const { plan, see } = player();
  await see(capture(inMode.INSERT));
  const there = drafted(normal(inMode.INSERT), 'i');
  await expect(plan('slash_command', { command: 'clear' }, there)).rejects.toThrow(
    'a draft is in the composer',
  );
});

it.each([
  ['clear_draft', {}, 'keys'],
  ['attach_file', { path: '/srv/one.png' }, 'bracketed_paste'],
])('%s enters INSERT first if it changes a draft', async (intent, params, then) => {
  const { plan, next, see } = player();
  await see(capture(inMode.INSERT));
  expect(await plan(intent, params, drafted(normal(inMode.INSERT), 'look at'))).toEqual([['text', 'i']]);
  const keys = await next(drafted(capture(inMode.INSERT), 'look at'));
  expect(keys.map(([type]) => type)).toEqual([then]);
});

it('clear_draft leaves a composer alone that is empty', async () => {
  expect(await plans('clear_draft', {}, normal(inMode.INSERT), capture(inMode.INSERT))).toEqual([]);
});
