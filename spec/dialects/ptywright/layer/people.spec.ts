/** Overlays and panels on viewers' terminals match the session cell by cell after every operation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFrame } from '#viewers/frame.ts';
import { runInProcess } from '../../../harness/server.ts';
import { readySession } from '../../../server/sessions.ts';
import { Person, runsOn } from '../../../viewers/screens.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

describe('layers in the terminal of a viewer', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  /** Resolves when the viewer's terminal shows the frame of the session. */
  const upToDate = (person: Person) => {
    const session = served.server.world.sessions.get(person.session);
    return person.until(({ screen }) => {
      const { rows, cursor } = createFrame(session, session.redaction);
      const { row, col, visible } = screen.cursor;
      const same = JSON.stringify(runsOn(screen)) === JSON.stringify(rows);
      return same && visible === cursor.visible && (!visible || (row === cursor.row && col === cursor.col));
    });
  };

  it('match those of the session after each change', async () => {
    const { calls } = served.client;
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session);
    await person.type('漢字漢字漢字');
    const spans = [
      { text: '字', fg: 1, underline: 'curly' as const },
      { id: 'a', text: '漢e\u0301\tb', bg: '#102030', bold: true, faint: true },
      { text: '\nsecond row', inverse: true, strikethrough: true, italic: true },
    ];
    const operations = [
      () => calls.overlay.create({ session, x: 1, y: 0, spans }),
      () => calls.overlay.create({ session, x: 75, y: 22, width: 9, height: 9, background: 4, spans }),
      () => calls.panel.create({ session, position: 'top', height: 2, background: 24, spans }),
      () => calls.panel.create({ session, position: 'bottom', height: 3, spans: [{ text: 'below' }] }),
      () => calls.overlay.change({ session, overlay: 'o1', x: 2, y: 1, set_spans: [{ id: 'a', text: '!' }] }),
      () => calls.panel.change({ session, panel: 'p1', writes: [{ row: 1, col: 1, text: '漢', fg: 3 }] }),
      () =>
        calls.layer.batch({
          session,
          changes: [
            { panel: 'p1', position: 'bottom', height: 1 },
            { overlay: 'o2', x: 0, y: 0, width: null, height: null, background: null },
          ],
        }),
      () => person.type('\r\nmore of it'),
      () => calls.layer.set_mode({ session, mode: 'alternate' }),
      () => calls.overlay.create({ session, x: 0, y: 0, width: 80, height: 24, background: 0, spans }),
      () => calls.layer.set_mode({ session, mode: 'normal' }),
      () => calls.overlay.clear({ session }),
      () => calls.panel.clear({ session }),
    ];
    for (const action of operations) {
      await action();
      await upToDate(person);
    }
    expect(person.text).toContain('more of it');
    expect(person.text).not.toContain('second row');
  });

  it('show no secret, not even a part of one', async () => {
    const { calls } = served.client;
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session);
    await calls.panel.create({
      session,
      position: 'bottom',
      height: 1,
      spans: [{ text: 'key: ' }, { id: 'k', text: '' }],
    });
    for (const end of [12, 30, secret.length]) {
      const spans = [{ id: 'k', text: secret.slice(0, end) }];
      await calls.panel.change({ session, panel: 'p1', set_spans: spans });
    }
    await calls.overlay.create({ session, x: 0, y: 0, width: 10, spans: [{ text: secret }] });
    await calls.overlay.create({ session, x: 20, y: 23, spans: [{ text: '|' }] });
    await upToDate(person);
    expect(person.text).toContain('[REDACTED]');
    expect(person.frames.join('')).not.toContain(secret);
    expect(person.text).not.toContain(secret.slice(4, 12));
  });

  it('keep mouse positions relative to the program', async () => {
    const { calls } = served.client;
    const args = ['-c', 'stty raw -echo; printf "\\033[?1000h\\033[?1006hready"; exec cat -v'];
    const { session } = await calls.session.create({ program: '/bin/sh', args });
    await calls.panel.create({ session, position: 'top', height: 2 });
    const person = await Person.attached(served.client, session);
    await person.sees('ready');
    await person.type('\x1b[<0;5;6M\x1b[<0;5;6m');
    await person.sees('^[[<0;5;4M^[[<0;5;4m');
  });
});
