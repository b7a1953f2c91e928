/** Keyboard and mouse input of wrightty. */
import { describe, expect, it } from 'vitest';
import { type RunningOptions, running } from './running.ts';

describe('keys', () => {
  async function typed(keys: readonly unknown[], options?: RunningOptions, modes = ''): Promise<string> {
    const { client } = await running(options);
    const sessionId = await client.session(`stty raw -echo; printf '${modes}ready\\r\\n'; exec cat -vt`);
    await client.shows(sessionId, 'ready');
    await client.call('Input.sendKeys', { sessionId, keys: [...keys, '.'] });
    await client.shows(sessionId, '.');
    return (await client.call('Screen.getText', { sessionId })).text.split('\n').slice(1).join('').trim();
  }

  it.each([
    ['characters', ['h', { key: 'Char', char: 'i' }, 'é'], 'hiM-CM-).'],
    ['a space', ['a', ' ', 'b'], 'a b.'],
    ['modifiers', ['Ctrl+c', { key: 'Char', char: 'x', modifiers: ['Ctrl', 'Alt'] }], '^C^[^X.'],
    ['two modifiers in short', ['Ctrl+Alt+x'], '^[^X.'],
    ['arrows', ['ArrowUp', { key: 'ArrowLeft', modifiers: ['Shift', 'Alt'] }], '^[[A^[[1;4D.'],
    ['the others', ['Tab', 'Backspace', 'Delete', 'Escape'], '^I^?^[[3~^[.'],
    ['function keys', [{ key: 'F', n: 5 }, 'F12', 'F24'], '^[[15~^[[24~^[[24;2~.'],
    ['a plus', ['+', 'Ctrl++'], '++.'],
  ])('%s', async (_, keys, visible) => {
    expect(await typed(keys)).toBe(visible);
  });

  it('are encoded for the modes of the program', async () => {
    expect(await typed(['ArrowUp'], undefined, '\\033[?1h')).toBe('^[OA.');
  });

  it('of released clients may be text, which is typed', async () => {
    expect(await typed(['--url', 'ws://x', 'a', 'F25'], { wire: 'client' })).toBe('--urlws://xaF25.');
  });
});

describe('the mouse', () => {
  it.each([
    ['press', { button: 'left' }, '^[[<0;13;6M'],
    ['release', { button: 'right', modifiers: ['Ctrl'] }, '^[[<18;13;6m'],
    ['press', { button: 'left', modifiers: ['Meta', 'Alt'] }, '^[[<8;13;6M'],
    ['move', { button: 'none' }, '^[[<35;13;6M'],
    ['move', { button: 'left' }, '^[[<32;13;6M'],
    ['scroll', { button: 'scrollDown' }, '^[[<65;13;6M'],
  ])('%s %o', async (event, more, visible) => {
    const { client } = await running();
    const sessionId = await client.session(
      "stty raw -echo; printf '\\033[?1003;1006hready\\r\\n'; exec cat -v",
    );
    await client.shows(sessionId, 'ready');
    await client.call('Input.sendMouse', { sessionId, event, row: 5, col: 12, ...more });
    await client.shows(sessionId, visible);
  });

  it.each([
    ['press', 'none'],
    ['press', 'scrollUp'],
    ['scroll', 'left'],
  ])('cannot %s %s', async (event, button) => {
    const { client } = await running();
    const sessionId = await client.session('cat');
    expect(await client.code('Input.sendMouse', { sessionId, event, button, row: 0, col: 0 })).toBe(-32602);
  });
});
