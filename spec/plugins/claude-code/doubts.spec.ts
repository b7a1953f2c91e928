/** Permission dialogs that hide part of what they permit: the reported doubt, and that no Yes is selected. */
import { describe, expect, it } from 'vitest';
import { readScenes, type Scene } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

interface Permission {
  readonly summary?: string;
  readonly doubt?: string;
  readonly cut?: boolean;
  readonly wrapped?: boolean;
}

const state = 'waiting_for_permission';

/** A screen of version 2.0.76 as it is written: frames between the marks of a synchronized update. */
function written(frame: string, rows = 40): Scene {
  const header = { version: 2, width: 120, height: rows };
  const banner =
    ' ▐▛███▜▌   Claude Code v2.0.76\r\n▝▜█████▛▘  Opus 4.5 · API Usage Billing\r\n\r\n> do it\r\n\r\n';
  const rendered = `\x1b[?2026h\x1b[2K\x1b[G${frame}\x1b[?2026l\x1b[?1004l`;
  const lines = [header, [0, 'o', banner], [0.5, 'o', rendered], [2, 'm', `state: ${state}`]];
  const [scene] = readScenes('2.0.76.cast', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return scene!;
}

const violet = '\x1b[38;2;177;185;249m';
const grey = '\x1b[38;2;153;153;153m';
const across = `${violet}${'─'.repeat(120)}\x1b[39m`;
const choices = [
  ` ${violet}❯\x1b[39m ${grey}1. ${violet}Yes\x1b[39m`,
  `   ${grey}2. Type here to tell Claude what to do differently\x1b[39m`,
  '',
  ` ${grey}Esc to cancel\x1b[39m`,
  '',
];
const dialog = (title: string, body: readonly string[], question: string) =>
  [across, ` ${violet}\x1b[1m${title}\x1b[22m\x1b[39m`, ...body, ` ${question}`, ...choices].join('\r\n');
const command = (text: string) =>
  dialog('Bash command', ['', `   ${text}`, `   ${grey}List files\x1b[39m`, ''], 'Do you want to proceed?');
const dashes = '╌'.repeat(120);
const file = (title: string, rest: readonly string[], question: string) =>
  dialog(title, [...rest, dashes, ' x', dashes], question);

async function permissionOf(scene: Scene): Promise<Permission> {
  const { state: said, metadata } = await createClassifier().said(scene);
  expect(said).toBe(state);
  return metadata['permission'] as Permission;
}

const approved = (scene: Scene, params: object = {}) => createClassifier().planned(scene, 'approve', params);

function changed(picture: string, instead: Readonly<Record<string, string>>): Scene {
  let text = capture(picture);
  for (const [there, other] of Object.entries(instead)) {
    expect(text).toContain(there);
    text = text.replaceAll(there, other);
  }
  const [scene] = readScenes(picture, text);
  return scene!;
}

describe('a command with control characters, which 2.0.76 writes unchanged', () => {
  it.each([
    ['CSI', 'ls;touch x #\x1b[6G\x1b[K'],
    ['erased lines', 'ls;touch x #\x1b[2K\x1b[G   ls'],
    ['CR', 'touch x\r   ls     '],
    ['BS', 'touch x\b\b\b\b\b\b\bls     '],
    ['C1', 'ls;touch x #\x9b6G\x9bK'],
    ['OSC', 'ls\x1b]0;touch x\x07'],
    ['DCS', 'ls\x1bPtouch x\x1b\\'],
    ['the end of a frame', 'ls;touch x #\x1b[?2026l\x1b[6G\x1b[K'],
    ['VT and FF', 'touch x\x0b\x0cls'],
  ])('is not approved: %s', async (_, text) => {
    const scene = written(command(text));
    expect((await permissionOf(scene)).doubt).toMatch(/^control characters were written with it/);
    await expect(approved(scene)).rejects.toThrow(/so Yes is not chosen: control characters/);
    await expect(createClassifier().planned(scene, 'choose_option', { index: 1 })).rejects.toThrow(
      'so Yes is not chosen',
    );
    expect(await createClassifier().planned(scene, 'deny')).toMatchObject({
      actions: [{ type: 'key', value: 'escape' }],
    });
  });

  it('is approved without any', async () => {
    const scene = written(command('ls; touch x'));
    expect(await permissionOf(scene)).toMatchObject({ summary: 'ls; touch x' });
    expect(await permissionOf(scene)).not.toHaveProperty('doubt');
    expect(await approved(scene)).toMatchObject({ actions: [{ type: 'key', value: 'enter' }] });
  });
});

describe('a command with invisible characters', () => {
  it.each([
    ['zero width', 'l\u200bs', 'l\\u{200b}s'],
    ['a joiner', 'l\u200ds', 'l\\u{200d}s'],
    ['a soft hyphen', 'l\u00ads', 'l\\u{00ad}s'],
    ['another direction', 'ls \u202ex', 'ls \\u{202e}x'],
    ['a blank that is none', 'ls\u00a0x', 'ls\\u{00a0}x'],
  ])('shows them, and is not approved: %s', async (_, text, summary) => {
    const scene = changed('2.1.327-bash-dialog.txt', { 'touch made.txt && echo made': text });
    expect(await permissionOf(scene)).toMatchObject({
      summary,
      doubt: expect.stringContaining('invisible characters'),
    });
    // Some also have a disputed width. Such a dialog is redrawn before it is refused.
    const plan = await approved(scene).catch(({ message }: Error) => ({ refused: message }));
    expect(JSON.stringify(plan)).toMatch(/so Yes is not chosen|"type":"resize"/);
    expect(JSON.stringify(plan)).not.toContain('enter');
  });

  it.each(['echo 👨‍👩‍👧', 'echo می‌خواهم', 'echo "☂️ for rain"'])(
    'is approved with joined letters: %s',
    async (text) => {
      const scene = changed('2.1.327-bash-dialog.txt', { 'touch made.txt && echo made': text });
      expect(await permissionOf(scene)).not.toHaveProperty('doubt');
    },
  );

  it.each(['Contains control characters', 'Contains Unicode whitespace'])(
    'is not approved: %s',
    async (remark) => {
      const scene = changed('2.1.327-hidden-dialog.txt', { 'This command requires approval': remark });
      expect((await permissionOf(scene)).doubt).toContain(remark);
    },
  );
});

describe('a dialog that is cut', () => {
  const picture = '2.1.327-long-80x24-dialog.txt';
  const [scene] = readScenes(picture, capture(picture));

  it('has no summary, and is approved only with `accept_cut`', async () => {
    const permission = await permissionOf(scene!);
    expect(permission).toMatchObject({ cut: true });
    expect(permission).not.toHaveProperty('summary');
    await expect(approved(scene!)).rejects.toThrow(/the dialog is cut: .* accept_cut: true/);
    expect(await approved(scene!, { accept_cut: true })).toMatchObject({ actions: [{ value: 'enter' }] });
    expect(await createClassifier().planned(scene!, 'deny')).toMatchObject({
      actions: [{ value: 'escape' }],
    });
  });

  it('does not report a description as the command', async () => {
    const padded = dialog(
      'Bash command',
      ['', '   touch x', ...Array(60).fill(''), `   ${grey}List files\x1b[39m`, ''],
      'Do you want to proceed?',
    );
    const permission = await permissionOf(written(padded));
    expect(permission).toMatchObject({ cut: true });
    expect(permission).not.toHaveProperty('summary');
  });

  it.each(['2.0.76', '2.1.327'])('includes paths without their beginning: %s', async (version) => {
    const scene = changed(
      `${version}-write-dialog.txt`,
      version === '2.0.76' ? { 'notes.md': '…a/b/notes.md' } : { 'notes.md': '…a/b/notes.md' },
    );
    const permission = await permissionOf(scene);
    expect(permission).toMatchObject({ cut: true });
    expect(permission).not.toHaveProperty('summary');
  });
});

describe('the path of a file', () => {
  it('is reported with its line feeds', async () => {
    const scene = written(
      file('Create file safe.md', ['             evil.sh'], 'Do you want to create safe.md\r\n evil.sh?'),
    );
    expect(await permissionOf(scene)).toMatchObject({ summary: 'safe.md\nevil.sh', wrapped: true });
  });

  it.each([
    ['another name', file('Create file safe.md', [], 'Do you want to create evil.sh?')],
    ['the end of a name', file('Create file safe.md', [], 'Do you want to create unsafe.md?')],
    [
      'a line in the name',
      file(
        'Create file safe.md',
        [dashes, ' evil.sh'],
        `Do you want to create safe.md\r\n${dashes}\r\n safe.md?`,
      ),
    ],
    ['a tab in the name', file('Create file safe.md    x', [], 'Do you want to create safe.md  x?')],
  ])('is not believed where the question has %s', async (_, frame) => {
    const scene = written(frame);
    expect((await permissionOf(scene)).doubt).toMatch(/its (?:title|path) /);
    await expect(approved(scene)).rejects.toThrow('so Yes is not chosen');
  });

  it('is believed where the question names the file without its folders', async () => {
    const scene = written(file('Create file docs/notes.md', [], 'Do you want to create notes.md?'));
    expect(await permissionOf(scene)).not.toHaveProperty('doubt');
  });
});

describe('the address of a page', () => {
  const page = (rows: readonly string[], host: string) =>
    dialog(
      'Fetch',
      ['', ...rows.map((row) => `   ${row}`), `   Claude wants to fetch content from ${host}`, ''],
      'Do you want to allow Claude to fetch this content?',
    );
  const first = `http://127.0.0.1:9/${'a'.repeat(95)}`;

  it('is reported completely if it takes several rows', async () => {
    const scene = written(page([first, `${'a'.repeat(50)}/evil`], '127.0.0.1'));
    expect(await permissionOf(scene)).toMatchObject({
      summary: `${first}${'a'.repeat(50)}/evil`,
      wrapped: true,
    });
    expect(await permissionOf(scene)).not.toHaveProperty('doubt');
  });

  it('is reported without the bars beside it', async () => {
    const address = 'http://127.0.0.1:9/page';
    const scene = changed('2.1.327-fetch-dialog.txt', {
      [` url: ${address}`]: ` │ url: ${address}\n │ /evil`,
    });
    expect(await permissionOf(scene)).toMatchObject({ summary: `${address}/evil` });
  });

  it('is not believed where it is on another host', async () => {
    const scene = written(page(['http://127.0.0.1:9/x'], 'example.org'));
    expect((await permissionOf(scene)).doubt).toMatch(/^it is about example\.org/);
  });
});

it.each(['2.1.260', '2.1.327'])(
  '%s: a character at the left edge of a dialog is not one of Claude Code',
  async (version) => {
    const scene = changed(`${version}-bash-dialog.txt`, {
      ' Do you want to proceed?': '● Do you want to proceed?',
    });
    const { metadata } = await createClassifier().said(scene);
    expect((metadata['permission'] as Permission | undefined)?.doubt ?? 'no dialog').toMatch(
      /left edge|no dialog/,
    );
    await expect(approved(scene)).rejects.toThrow(/left edge|no dialog is there|nothing is to be approved/);
  },
);

describe('a plan', () => {
  const headless = (picture: string) => {
    const [head, rows] = capture(picture).split('---\n') as [string, string];
    const lines = rows.split('\n');
    const first = lines.findIndex((line) => line.includes('╌╌╌╌'));
    const more = Array.from({ length: first + 1 }, (_, at) => `   ${at + 1}. one more step`);
    return [...readScenes(picture, [`${head}---`, ...more, ...lines.slice(first + 1)].join('\n'))][0]!;
  };

  it.each(['2.0.76-plan-dialog.txt', '2.1.112-plan-dialog.txt', '2.1.197-plan-80x24-dialog.txt'])(
    '%s: is approved as a whole only',
    async (picture) => {
      const [whole] = readScenes(picture, capture(picture));
      expect((await createClassifier().said(whole!)).metadata).not.toHaveProperty('cut');
      await approved(whole!);
      const cut = headless(picture);
      expect(await createClassifier().said(cut)).toMatchObject({
        state: 'waiting_for_plan_approval',
        metadata: { cut: true },
      });
      await expect(approved(cut)).rejects.toThrow('the dialog is cut');
      await expect(createClassifier().planned(cut, 'choose_option', { index: 2 })).rejects.toThrow(
        'the dialog is cut',
      );
      await approved(cut, { accept_cut: true });
      await createClassifier().planned(cut, 'deny');
    },
  );
});
