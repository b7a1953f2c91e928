/** `ptywright attach` while a person scrolls back or sideways, and another person types. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocketInProcess } from '../../harness/server.ts';
import { readySession } from '../../server/sessions.ts';
import { TestTerminal } from '../testTerminal.ts';

const prefix = '\x1d';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  let session = '';
  let terminal: TestTerminal;
  beforeEach(async () => {
    served = await runOnSocketInProcess();
    session = await readySession(served.client, 'echoes-raw');
    terminal = new TestTerminal(`attach --socket ${served.path}`, { rows: 11, cols: 60 });
    await terminal.shows('ctrl+] d');
  });
  afterEach(async () => {
    terminal.type(`${prefix}d`);
    await terminal.shows('status 0 mode same');
    expect(terminal.isOrdinary).toBe(true);
    await served.close();
  });

  const input = (value: string) =>
    served.client.calls.session.input({ session, action: { type: 'text', value } });
  const untilLastRow = (text: string) => terminal.until(() => terminal.lastRow.includes(text));
  const top = (text: string) => terminal.until(() => terminal.screen.row(0).text.trimEnd() === text);

  it('shows the scrollback, and types again after it', async () => {
    await input(Array.from({ length: 100 }, (_, at) => `\r\nline ${at + 1}`).join(''));
    await terminal.shows('line 100');
    await input('\x1b[?1003h\x1b[=31u');
    await terminal.until(({ screen }) => screen.modes.kittyKeyboard === 31);
    terminal.type(`${prefix}[`);
    await untilLastRow('92 above, 0 below');
    await terminal.until(
      ({ screen }) => screen.modes.kittyKeyboard === 0 && screen.modes.mouseTracking === 'none',
    );
    terminal.type('\x1b[5~kk');
    await top('line 80');
    await untilLastRow('81 above, 11 below');
    await input('\r\nmore');
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'more' } });
    terminal.type('k');
    await untilLastRow('80 above, 13 below');
    terminal.type('g');
    await top('ready');
    terminal.type('G\x1b[A');
    await untilLastRow('1 below');
    terminal.type('q');
    await untilLastRow('everyone can type');
    await terminal.until(({ screen }) => screen.modes.kittyKeyboard === 31);
    terminal.type('typed');
    await terminal.shows('moretyped');
  });

  it('shows the parts of a larger session, as they change', async () => {
    await input('\x1b[?1049h\x1b[2;71Hright\x1b[20;1Hbelow\x1b[H');
    await terminal.until(() => !terminal.text.includes('ready'));
    terminal.type(`${prefix}[`);
    await untilLastRow('0 left, 20 right');
    terminal.type('$');
    await terminal.shows('right');
    terminal.type('0\x06\x06');
    await terminal.shows('below');
    await input('\x1b[20;1Hthere');
    await terminal.shows('there');
    terminal.type('\x1b');
    await untilLastRow('everyone can type');
  });

  it('takes the input from a person only after a second request', async () => {
    const other = await served.connect();
    await other.calls.session.attach({ session, name: 'eve' });
    await other.calls.session.capture_input({ session, name: 'eve' });
    await untilLastRow('eve has the input');
    terminal.type(`${prefix}t`);
    await untilLastRow('eve is typing');
    terminal.type(`${prefix}g`);
    await untilLastRow('does not have the input');
    terminal.type(`${prefix}t`);
    await untilLastRow('eve is typing');
    terminal.type(`${prefix}t`);
    await untilLastRow('you have the input');
  });
});
