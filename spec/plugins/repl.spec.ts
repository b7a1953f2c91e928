/** The plugin `repl` with each installed REPL. */
import { describe, expect, it } from 'vitest';
import { adapterOf, has } from './adapters.ts';

interface Loop {
  readonly program: string;
  readonly args: readonly string[];
  readonly sum: readonly [code: string, output: string];
  readonly several: readonly [code: string, output: string];
  readonly wrong: readonly [code: string, error: string];
  readonly open: string;
  readonly keepsWhatIsOpen?: boolean;
}

const loops: readonly Loop[] = [
  {
    program: 'python3',
    args: ['-q'],
    sum: ['"äöü 😀" + str(1 + 1)', "'äöü 😀2'\n"],
    several: ['def f(n):\n\treturn n * 2\n\nfor i in range(2):\n  print(f(i))\n"end"', "0\n2\n'end'\n"],
    wrong: ['1/0', 'ZeroDivisionError: division by zero'],
    open: '(1 +',
  },
  {
    program: 'node',
    args: [],
    sum: ['"äöü 😀" + (1 + 1)', "'äöü 😀2'\n"],
    several: [
      'const f = (n) => n * 2;\nfor (let i = 0; i < 2; i++)\n\tconsole.log(f(i))\n"end"',
      "0\n2\n'end'\n",
    ],
    wrong: ['null.x', "TypeError: Cannot read properties of null (reading 'x')"],
    open: 'function f() {',
  },
  {
    program: 'sqlite3',
    args: [],
    sum: ["select 'äöü 😀' || (1 + 1);", 'äöü 😀2\n'],
    several: ['create table t (n);\ninsert into t\n  values (1), (2);\nselect n * 2 from t;', '2\n4\n'],
    wrong: ['select foo;', 'Parse error: no such column: foo'],
    open: 'select',
    keepsWhatIsOpen: true,
  },
];

const ended = (output: string) => ({ state: 'ready', metadata: { result: { output, truncated: false } } });

for (const { program, args, sum, several, wrong, open, keepsWhatIsOpen = false } of loops)
  describe.skipIf(!has(program))(`${program}, if it is installed`, () => {
    const started = () => adapterOf({ plugin: 'repl', program, args, rows: 24, cols: 80 });

    it('evaluates a line, and several', async () => {
      const { turn } = await started();
      expect(await turn('eval', { code: sum[0] })).toMatchObject(ended(sum[1]));
      expect(await turn('eval', { code: several[0] })).toMatchObject(ended(several[1]));
      expect(await turn('eval', { code: sum[0] })).toMatchObject(ended(sum[1]));
    });

    it('reports a failure, and continues', async () => {
      const { turn } = await started();
      expect(await turn('eval', { code: wrong[0] })).toMatchObject({
        state: 'error',
        metadata: { result: { error: wrong[1] } },
      });
      expect(await turn('eval', { code: sum[0] })).toMatchObject(ended(sum[1]));
    });

    it('reports incomplete input, and drops it', async () => {
      const { turn, send, until } = await started();
      expect(await turn('eval', { code: open })).toMatchObject({ state: 'continuation' });
      await expect(send('eval', { code: sum[0] })).rejects.toThrow('not ready but continuation');
      await send('interrupt');
      await until(keepsWhatIsOpen ? 'continuation' : 'ready');
    });

    it('ends', async () => {
      const { send, until } = await started();
      await until('ready');
      await send('exit');
      expect(await until('exited')).toMatchObject({ metadata: { exit_code: 0 } });
    });
  });

const python = (...args: string[]) =>
  adapterOf({ plugin: 'repl', program: 'python3', args: ['-q', ...args], rows: 24, cols: 80 });

describe.skipIf(!has('python3'))('the result of an evaluation in python3, if it is installed', () => {
  it.each([
    ['nothing', 'x = 1', ''],
    ['a line without an end', 'print("a", end="")', 'a'],
    ['colours', 'print("\\x1b[31mred\\x1b[m")', 'red\n'],
    ['a row longer than the screen', 'print("a" * 200)', `${'a'.repeat(200)}\n`],
    ['code longer than a row', `len("${'b'.repeat(300)}")`, '300\n'],
    ['something like a prompt', 'print(">>> 1\\n... ")', '>>> 1\n... \n'],
    ['something like a failure', 'print("ZeroDivisionError: no")', 'ZeroDivisionError: no\n'],
    ['wide characters', 'print("中文" * 3)', '中文中文中文\n'],
  ])('%s', async (_, code, output) => {
    const { turn } = await python();
    expect(await turn('eval', { code })).toMatchObject(ended(output));
  });

  it('keeps its end when it is long', async () => {
    const { turn } = await python();
    const { metadata } = await turn('eval', { code: 'for i in range(20000): print("é", i)\n' });
    const { output, truncated } = metadata.result as { output: string; truncated: boolean };
    expect(truncated).toBe(true);
    expect(output.endsWith('é 19998\né 19999\n')).toBe(true);
  });

  it('is running until it is over, or interrupted', async () => {
    const { send, until } = await python();
    await until('ready');
    await send('eval', { code: 'while True: pass' });
    await until('running');
    await expect(send('eval', { code: '1' })).rejects.toThrow('not ready but running');
    await expect(send('exit')).rejects.toThrow('the loop is running');
    await send('interrupt');
    expect(await until('error')).toMatchObject({ metadata: { result: { error: 'KeyboardInterrupt' } } });
  });

  it('waits for input that the program reads', async () => {
    const { send, see, until, turn } = await python();
    await until('ready');
    await send('eval', { code: 'input("name? ")' });
    await see({ type: 'screen_regex', value: '(?m)^name\\? $|^name\\?$' });
    await until('running');
    expect(await turn('send_input', { text: 'ada' })).toMatchObject(ended("'ada'\n"));
  });

  it('may be a debugger', async () => {
    const { turn } = await python();
    expect(await turn('eval', { code: 'breakpoint()' })).toMatchObject({ state: 'debugger' });
    expect(await turn('eval', { code: 'p 1 + 1' })).toMatchObject({
      state: 'debugger',
      metadata: { result: { output: '2\n' } },
    });
    expect(await turn('eval', { code: 'c' })).toMatchObject({ state: 'ready' });
  });

  it('may be a pager', async () => {
    const { turn, send, until } = await adapterOf({
      plugin: 'repl',
      program: 'python3',
      args: ['-q'],
      rows: 24,
      cols: 80,
      env: { PAGER: 'less', LESS: '' },
    });
    expect(await turn('eval', { code: 'help(int)' })).toMatchObject({ state: 'pager' });
    await send('quit_pager');
    await until('ready');
  });
});

describe('several lines that cannot be joined', () => {
  it.each(['select 1; -- one\nselect 2;', "select 'a\nb';"])('%j is refused', async (code) => {
    const { send, until } = await adapterOf({ plugin: 'repl', program: 'sqlite3' });
    await until('ready');
    await expect(send('eval', { code })).rejects.toThrow('send one line');
  });
});

it.each([[{}], [{ code: ' ' }], [{ code: 'a\u0003' }]])('refuses %j', async (params) => {
  const { send, until } = await python();
  await until('ready');
  await expect(send('eval', params)).rejects.toThrow('code:');
});
