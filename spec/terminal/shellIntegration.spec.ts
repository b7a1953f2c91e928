import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aScreen } from './aScreen.ts';

const eventsOf = (...output: string[]) => {
  const { screen, feed } = aScreen();
  feed(...output);
  return screen.events.since(0).map(({ kind, facts }) => [kind, facts] as const);
};

const osc = (text: string) => `\x1b]${text}\x07`;

const at = (line: number | null, col: number) => ({ line, col });

describe("a shell's marks", () => {
  it.each(['133', '633'])('of OSC %s, with the place of the cursor', (number) => {
    const mark = (text: string) => osc(`${number};${text}`);
    expect(
      eventsOf(`${mark('A;aid=7;cl=m')}$ ${mark('B')}ls\r\n${mark('C')}out\r\n${mark('D;3;aid=7')}`),
    ).toEqual([
      ['prompt_started', at(0, 0)],
      ['prompt_ended', at(0, 2)],
      ['command_started', { ...at(1, 0), command: 'ls' }],
      ['command_finished', { ...at(2, 0), command: 'ls', exit_code: 3 }],
    ]);
  });

  it.each(['133;D', '133;D;', '133;D;aid=1', '133;D;-1', '133;D;99999999999'])(
    '%s has no exit code',
    (text) => {
      expect(eventsOf(osc(text))).toMatchObject([['command_finished', { exit_code: null }]]);
    },
  );

  it.each([
    ['in the mark', osc('133;C;aid=1;cmdline=echo a;b')],
    ['in the mark, as a shell quotes it', osc('133;C;cmdline=echo\\ a\\;b')],
    ['in the mark as a URL', osc('133;C;cmdline_url=echo%20a%3Bb')],
    ['before it, escaped', osc('633;E;echo a\\x3bb;nonce') + osc('633;C')],
  ])('the command %s', (_, output) => {
    expect(eventsOf(output)).toEqual([['command_started', { ...at(0, 0), command: 'echo a;b' }]]);
  });

  it('an invalid URL-encoded command is reported unchanged', () => {
    expect(eventsOf(osc('133;C;cmdline_url=50%'))).toEqual([
      ['command_started', { ...at(0, 0), command: '50%' }],
    ]);
  });

  it('a command that is announced early belongs to the next mark only', () => {
    expect(eventsOf(osc('633;E;a\\\\b') + osc('633;C') + osc('633;C'))).toMatchObject([
      ['command_started', { command: 'a\\b' }],
      ['command_started', at(0, 0)],
    ]);
  });

  const mark = (letter: string) => osc(`133;${letter}`);
  const ran = (...output: string[]) =>
    eventsOf(...output).find(([kind]) => kind === 'command_finished')?.[1].command;

  it.each([
    ['over rows that wrap', `$ ${mark('B')}echo one two three four`, 'echo one two three four'],
    ['over lines', `$ ${mark('B')}for a in 1\r\n> do b; done`, 'for a in 1\n> do b; done'],
    ['with wide characters', `漢字 ${mark('B')}echo 漢字`, 'echo 漢字'],
    ['that was edited', `$ ${mark('B')}lx\b \bs -l`, 'ls -l'],
    ['of a prompt that was drawn again', `$ ${mark('B')}a\r$ ${mark('B')}b`, 'b'],
    ['that scrolled away', `\r\n\r\n\r\n\r\n\r\n$ ${mark('B')}one \\\r\n> two`, 'one \\\n> two'],
    ['that is nothing', `$ ${mark('B')}`, undefined],
    ['without a prompt', 'ls', undefined],
    ['that a program on the other screen forges', `${mark('B')}ls\x1b[?1049h`, undefined],
    ['behind what was wiped', `${mark('B')}ls\x1bc`, undefined],
  ])('the command %s is the text after the prompt', (_, output, command) => {
    expect(ran(`${output}`, `\r\n${mark('C')}out\r\n`, mark('D;0'))).toBe(command);
    expect(eventsOf(mark('D;0'))).toEqual([['command_finished', { ...at(0, 0), exit_code: 0 }]]);
  });

  it('a command of very many characters or rows is cut at a word, or absent', () => {
    const { screen, feed } = aScreen(50, 300);
    feed(`$ ${mark('B')}${'word '.repeat(limits.terminalEventChars / 4)}\r\n`, mark('C'));
    const { command } = screen.events.since(0).at(-1)!.facts;
    expect(String(command)).toMatch(/^(word )+$/);
    expect(String(command).length).toBeLessThanOrEqual(limits.terminalEventChars);
    feed(mark('B'), 'a\r\n'.repeat(limits.commandRows + 2), mark('C'));
    expect(screen.events.since(0).at(-1)!.facts).not.toHaveProperty('command');
  });

  it('on the alternate screen have no line', () => {
    expect(eventsOf(`\x1b[?1049h\x1b[3;2H${osc('133;A')}`)[1]).toEqual(['prompt_started', at(null, 1)]);
  });
});
