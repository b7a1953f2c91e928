/** Text that is typed while the terminal does not echo is in no recording, at any prompt. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import { TypedInputReporter } from '#dialects/wsh/typedInput.ts';
import type { Recording } from '#recording/recording.ts';
import { sendActions } from '#session/input.ts';
import type { Action } from '#terminal/input/actions.ts';
import { Expectations } from '../harness/expectations.ts';
import { inProcessServer } from '../harness/server.ts';
import { withProgram } from '../harness/withProgram.ts';

const typed = 'mellon-und-Tritt-ein9';

/** Whether four characters in a row are in the text. */
const leaks = (text: string) =>
  [...typed].some((_, at) => at + 4 <= typed.length && text.includes(typed.slice(at, at + 4)));

interface Prompt {
  readonly program: string;
  readonly command: string;
  readonly shows: string;
  /** Keys that are typed before the secret, and the text that they produce. */
  readonly opens?: readonly [keys: string, shows: string];
  /** For a program in raw mode: the character that it prints for each key. */
  readonly mask?: string;
}

const python = (code: string) => `python3 -c "${code}"`;
const getpass = (words: string): Prompt => ({
  program: 'python3',
  command: python(`import getpass; getpass.getpass('${words} '); print('over')`),
  shows: words,
});
const shell = (words: string): Prompt => ({
  program: 'sh',
  command: `stty -echo; printf '%s ' '${words}'; read -r x; stty echo; echo over`,
  shows: words,
});
const raw = (words: string, mask: string): Prompt => ({
  program: 'python3',
  command: python(
    `import sys,tty,os; tty.setraw(0); sys.stdout.write('${words} '); sys.stdout.flush()
while True:
  got = os.read(0,99)
  sys.stdout.write('${mask}' * len(got.strip())); sys.stdout.flush()
  if b'\\\\r' in got: break
print('over')`,
  ),
  shows: words,
  mask,
});
const words = [
  '>',
  '??',
  'Ihre Antwort',
  'Votre réponse',
  'Dígame',
  '答え',
  'Ответ',
  'say friend',
  '...',
  'Vault',
  'Unlock',
  'PUK',
  '#',
];
const prompts: readonly Prompt[] = [
  ...words.map(shell),
  getpass('Password'),
  ...['*', '•', '●'].map((mask, at) => raw(`answer ${at}`, mask)),
  { program: 'bash', command: `bash -c 'read -rsp "friend? " x; echo over'`, shows: 'friend?' },
  { program: 'bash', command: `bash -c 'stty -echo; printf "go "; read -r x; echo over'`, shows: 'go' },
  { program: 'zsh', command: `zsh -fc 'read -rs "x?friend? "; echo over'`, shows: 'friend?' },
  { program: 'perl', command: `stty -echo; perl -e '$|=1; print "perl "; <STDIN>'`, shows: 'perl' },
  { program: 'openssl', command: 'openssl enc -aes-256-cbc -pbkdf2 -in text -out secret', shows: 'password' },
  { program: 'ssh-keygen', command: 'ssh-keygen -f key', shows: 'passphrase' },
  {
    program: 'whiptail',
    command: 'whiptail --passwordbox friend 10 60 2>/dev/null',
    shows: 'friend',
    mask: '*',
  },
  { program: 'vim', command: 'vim -u NONE -N text', shows: 'text', opens: [':X\r', 'key:'], mask: '*' },
  {
    program: 'vim',
    command: `vim -u NONE -N -c 'call inputsecret("who: ")' text`,
    shows: 'who:',
    mask: '*',
  },
  {
    program: 'fish',
    command: `fish -c 'read --silent --prompt-str "fish? " x; echo over'`,
    shows: 'fish?',
    mask: '●',
  },
];

async function open({ command, shows, opens }: Omit<Prompt, 'program'>) {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-'));
  writeFileSync(join(folder, 'text'), 'one\ntwo\nthree\n');
  const server = inProcessServer();
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const expectations = new Expectations();
  const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const env = { HOME: folder, TERM: 'xterm-256color' };
  const session = createWshSession(context, { name: 'dev', command, cwd: folder, env });
  session.onUpdate(() => expectations.check());
  const sees = (text: string) => expectations.until(() => session.screen.text().includes(text));
  await sees(shows);
  if (opens) {
    session.write(Buffer.from(opens[0]));
    await sees(opens[1]);
  }
  const { redaction } = session;
  const record = (format: 'actions-json' | 'asciicast-v3') => {
    const file = { path: null, maxBytes: 1e6, append: false, intervalMs: 20 };
    return server.world.recordings.start(session, { ...file, format, input: true, redaction });
  };
  const recordings = [record('actions-json'), record('asciicast-v3')];
  const type = (...values: readonly string[]) => {
    const actions = values.map((value) => ({ type: 'text', value })) as readonly Action[];
    return sendActions(session, actions, () => '');
  };
  return { session, sees, type, recordings };
}

/** All recorded input, as one text. */
const input = ({ format, text }: Recording): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))
    .flatMap((line) => {
      if (format === 'actions-json')
        return (line.actions ?? []).map(({ value }: { value: unknown }) => String(value));
      return line[1] === 'i' ? [line[2]] : [];
    })
    .join('');

async function stopped(recordings: readonly Recording[]) {
  await Promise.all(recordings.map((one) => one.stop()));
  return recordings.map(input);
}

describe.each([
  ['at once', [typed]],
  ['letter by letter', [...typed]],
])('typed %s', (_, pieces) => {
  it('is recognized after twenty-five forms of a prompt', () => expect(prompts.length).toBeGreaterThan(24));

  for (const [at, prompt] of prompts.entries())
    withProgram(prompt.program, `${at}: ${prompt.program} asks ${JSON.stringify(prompt.shows)}`, async () => {
      const { session, sees, type, recordings } = await open(prompt);
      for (const [done, piece] of pieces.entries()) {
        type(piece);
        const rendered = pieces.slice(0, done + 1).join('').length;
        if (prompt.mask) await sees(prompt.mask.repeat(rendered));
      }
      type('\r');
      const texts = await stopped(recordings);
      await session.kill(true);
      for (const text of texts) {
        expect(text.replaceAll('[REDACTED]', '').trim()).toBe('');
        expect(text).toContain('[REDACTED]');
      }
    });
});

describe('text in one list of actions', () => {
  withProgram('python3', 'is hidden from where the echo went off', async () => {
    const { sees, type, recordings } = await open({
      command: "PS1='go> ' bash --norc",
      shows: 'go>',
    });
    type('stty -echo; echo o""ff; read -r x; stty echo; echo ov""er\n');
    await sees('off');
    type(typed, '\n');
    await sees('over');
    type('ls -l\n');
    await sees('total');
    for (const text of await stopped(recordings)) {
      expect(text).toContain('stty -echo');
      expect(text).toContain('ls -l');
      expect(leaks(text)).toBe(false);
    }
  });

  withProgram('python3', 'is hidden where the list pauses', async () => {
    const { sees, session, recordings } = await open(getpass('??'));
    const chars = { text: `${typed}\n`, delay_ms: 1, chunk_chars: 3 };
    const action = { type: 'stream_text', value: chars } as unknown as Action;
    await sendActions(session, [action], () => '');
    await sees('over');
    await stopped(recordings);
    for (const { text } of recordings) expect(leaks(text)).toBe(false);
  });
});

describe('keys and text for a program in raw mode stay recorded', () => {
  withProgram('vim', 'keys of vim that only move the cursor', async () => {
    const { session, sees, type, recordings } = await open({
      command: 'vim -u NONE -N text',
      shows: 'three',
    });
    for (const key of 'jjkldw') type(key);
    type('ofour');
    await sees('four');
    const texts = await stopped(recordings);
    await session.kill(true);
    for (const text of texts) expect(text).toBe('jjkldwofour');
  });

  withProgram('bash', 'a line that is edited', async () => {
    const { session, sees, type, recordings } = await open({
      command: "PS1='go> ' bash --norc",
      shows: 'go>',
    });
    for (const key of 'echo **') type(key);
    await sees('echo **');
    type('\x01');
    type('#x ');
    await sees('#x echo **');
    const texts = await stopped(recordings);
    await session.kill(true);
    for (const text of texts) expect(text).toBe('echo **\x01#x ');
  });

  withProgram('python3', 'a composer below a spinner', async () => {
    const { session, sees, type, recordings } = await open({
      command: python(`import sys,tty,os
tty.setraw(0); line = ''
def draw(): sys.stdout.write('\\x1b[1;1H*\\x1b[3;1H> ' + line); sys.stdout.flush()
draw()
while True:
  line += os.read(0,99).decode(); sys.stdout.write('\\x1b[1;1H*'); sys.stdout.flush(); draw()`),
      shows: '>',
    });
    for (const key of 'say it') type(key);
    await sees('> say it');
    const texts = await stopped(recordings);
    await session.kill(true);
    for (const text of texts) expect(text).toBe('say it');
  });
});

describe('subscribers to typed input', () => {
  withProgram('python3', 'are told no key that the terminal does not echo', async () => {
    const { session, sees } = await open(getpass('??'));
    const events: object[] = [];
    const reporter = new TypedInputReporter(session, (_, facts) => events.push(facts)).listen();
    const viewer = session.viewers.attach({
      owner: {},
      readOnly: false,
      redaction: session.redaction,
      resizes: false,
      onFrameDue: () => {},
      onDismissed: () => {},
    });
    await viewer.type(typed);
    session.write(Buffer.from('\n'));
    await sees('over');
    reporter.dispose();
    expect(events.length).toBeGreaterThan(0);
    for (const facts of events) expect(facts).toEqual({ mode: 'passthrough', raw: [], parsed: null });
  });
});

describe('the terminal', () => {
  withProgram('python3', 'is asked for its modes only while somebody follows input', async () => {
    const { session, sees, type, recordings } = await open(getpass('??'));
    await stopped(recordings);
    const { pty } = session;
    let requested = 0;
    const ask = pty.lineModes.bind(pty);
    pty.lineModes = () => {
      requested += 1;
      return ask();
    };
    type(typed, '\n');
    await sees('over');
    expect(requested).toBe(0);
  });
});
