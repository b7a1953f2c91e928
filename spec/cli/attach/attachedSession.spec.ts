/** `ptywright attach` while a person scrolls back or sideways, and another person types. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, runOnSocketInProcess } from '../../harness/server.ts';
import { readySession } from '../../server/sessions.ts';
import { Desk } from '../desk.ts';

const prefix = '\x1d';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  let session = '';
  let desk: Desk;
  beforeEach(async () => {
    served = await runOnSocketInProcess();
    session = await readySession(served.client, 'echoes-raw');
    desk = new Desk(`attach --socket ${served.path}`, { rows: 11, cols: 60 });
    await desk.shows('ctrl+] d');
  });
  afterEach(async () => {
    desk.type(`${prefix}d`);
    await desk.shows('status 0 mode same');
    expect(desk.isOrdinary).toBe(true);
    await served.close();
  });

  const input = (value: string) =>
    served.client.calls.session.input({ session, action: { type: 'text', value } });
  const told = (text: string) => desk.until(() => desk.lastRow.includes(text));
  const top = (text: string) => desk.until(() => desk.screen.row(0).text.trimEnd() === text);

  it('shows the scrollback, and types again after it', async () => {
    await input(Array.from({ length: 100 }, (_, at) => `\r\nline ${at + 1}`).join(''));
    await desk.shows('line 100');
    await input('\x1b[?1003h\x1b[=31u');
    await desk.until(({ screen }) => screen.modes.kittyKeyboard === 31);
    desk.type(`${prefix}[`);
    await told('92 above, 0 below');
    await desk.until(
      ({ screen }) => screen.modes.kittyKeyboard === 0 && screen.modes.mouseTracking === 'none',
    );
    desk.type('\x1b[5~kk');
    await top('line 80');
    await told('81 above, 11 below');
    await input('\r\nmore');
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'more' } });
    desk.type('k');
    await told('80 above, 13 below');
    desk.type('g');
    await top('ready');
    desk.type('G\x1b[A');
    await told('1 below');
    desk.type('q');
    await told('everyone can type');
    await desk.until(({ screen }) => screen.modes.kittyKeyboard === 31);
    desk.type('typed');
    await desk.shows('moretyped');
  });

  it('shows the parts of a larger session, as they change', async () => {
    await input('\x1b[?1049h\x1b[2;71Hright\x1b[20;1Hbelow\x1b[H');
    await desk.until(() => !desk.text.includes('ready'));
    desk.type(`${prefix}[`);
    await told('0 left, 20 right');
    desk.type('$');
    await desk.shows('right');
    desk.type('0\x06\x06');
    await desk.shows('below');
    await input('\x1b[20;1Hthere');
    await desk.shows('there');
    desk.type('\x1b');
    await told('everyone can type');
  });

  it('takes the input from a person only after a second request', async () => {
    const other = await served.connect();
    await other.calls.session.attach({ session, name: 'eve' });
    await other.calls.session.capture_input({ session, name: 'eve' });
    await told('eve has the input');
    desk.type(`${prefix}t`);
    await told('eve is typing');
    desk.type(`${prefix}g`);
    await told('does not have the input');
    desk.type(`${prefix}t`);
    await told('eve is typing');
    desk.type(`${prefix}t`);
    await told('you have the input');
  });
});
