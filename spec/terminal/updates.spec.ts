/** Reports that a program subscribes to: the size (mode 2048) and the colour scheme (mode 2031). */
import { describe, expect, it } from 'vitest';
import { setClientColors } from '#terminal/palette.ts';
import { aServer, obeying } from '../session/driven.ts';
import { aScreen, sized } from './aScreen.ts';

describe('mode 2048', () => {
  it('reports the size when it is set, and each time it changes', () => {
    const { screen, feed, replies } = aScreen(6, 20);
    feed('\x1b[?2048h');
    screen.resize(sized(6, 20));
    screen.resize(sized(10, 30));
    screen.resize({ rows: 10, cols: 40, pixelWidth: 400, pixelHeight: 210 });
    feed('\x1b[?2048$p\x1b[?2048l');
    screen.resize(sized(6, 20));
    expect(replies).toEqual([
      '\x1b[48;6;20;96;160t',
      '\x1b[48;10;30;160;240t',
      '\x1b[48;10;40;210;400t',
      '\x1b[?2048;1$y',
    ]);
  });

  it('ends with a full reset', () => {
    const { screen, feed, replies } = aScreen(6, 20);
    feed('\x1b[?2048h\x1bc');
    screen.resize(sized(10, 30));
    expect(replies).toHaveLength(1);
  });

  it('reaches a real program that is resized', async () => {
    const server = aServer();
    const script = `stty raw -echo; printf '\\033[?2048hready'
      dd bs=1 count=38 2>/dev/null | tr '\\033' '\\n'; printf '\\r\\ndone'`;
    const { session } = await server.calls.session.create({ program: 'sh', args: ['-c', script] });
    await server.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await server.calls.session.resize({ session, rows: 30, cols: 99 });
    const { snapshot } = await server.calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(snapshot!.plain_text).toMatch(/\[48;24;80;384;640t\s+\[48;30;99;480;792t/);
  });
});

describe('mode 2031', () => {
  it('reports when a client selects light or dark colours', () => {
    const { screen, feed, replies } = aScreen();
    const choose = (background: string | null) => setClientColors(screen.palette, { background });
    choose('#ffffff');
    feed('\x1b[?996n\x1b[?2031h');
    choose('#eeeeee');
    choose('#101010');
    choose('#ffffff');
    choose(null);
    feed('\x1b]11;#ffffff\x07\x1b[?2031l');
    choose('#ffffff');
    expect(replies).toEqual(['\x1b[?997;2n', '\x1b[?997;1n', '\x1b[?997;2n', '\x1b[?997;1n']);
  });

  it('reaches a real program when a client selects its colours', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('\x1b[?2031h');
    const read = { session, matcher: { type: 'transcript_contains', value: '997;2n' } } as const;
    await server.calls.session.set_palette({ session, colors: { background: '#ffffff' } });
    await server.calls.session.input({ session, action: { type: 'key', value: 'enter' } });
    await server.calls.session.wait(read);
  });
});
