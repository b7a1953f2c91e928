/** Colours that a program or a client sets look the same to viewers and in pictures. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specialColors } from '#terminal/palette.ts';
import { resetTerminal } from '#viewers/frameDiff.ts';
import { runInProcess } from '../harness/server.ts';
import { readySession } from '../server/sessions.ts';
import { feed, Person, runsOn } from './screens.ts';

let served: ReturnType<typeof runInProcess>;
let session = '';
let person: Person;
beforeEach(async () => {
  served = runInProcess();
  session = await readySession(served.client, 'echoes-raw');
  person = await Person.attached(served.client, session);
});
afterEach(() => served.close());

const look = () => runsOn(person.screen)[0]!.map(({ col: _, width: __, ...run }) => run);
const ground = (index: number) => person.screen.palette.customColor(index);

it('apply to all cells that use them, and are reset', async () => {
  await person.type('\x1b[H\x1b[K\x1b[31mred\x1b[44mon it\x1b[0;35;4;58;5;1mlast\x1b[m');
  await person.sees('last');
  expect(look()[0]).toMatchObject({ text: 'red', fg: 1 });
  await person.type('\x1b]4;1;#00ff00;4;rgb:10/20/30\x1b\\');
  await person.until(() => look()[0]!.fg === '#00ff00');
  expect(look()).toMatchObject([
    { text: 'red', fg: '#00ff00' },
    { text: 'on it', fg: '#00ff00', bg: '#102030' },
    { text: 'last', fg: 5, underline_color: '#00ff00' },
  ]);
  await person.type('\x1b]104;1\x07');
  await person.until(() => look()[0]!.fg === 1);
});

it('include foreground, background and cursor, until the viewer detaches', async () => {
  await person.type('\x1b]10;#aabbcc\x07\x1b]11;#202080\x07\x1b]12;#ff0000\x07');
  await person.until(() => ground(specialColors.cursor) !== undefined);
  expect(ground(specialColors.background)).toEqual([0x20, 0x20, 0x80]);
  const late = await Person.attached(served.client, session);
  expect(late.screen.palette.customColor(specialColors.foreground)).toEqual([0xaa, 0xbb, 0xcc]);
  await person.type('\x1b]111\x07');
  await person.until(() => ground(specialColors.background) === undefined);
  expect(ground(specialColors.foreground)).toEqual([0xaa, 0xbb, 0xcc]);
  feed(person.screen, resetTerminal);
  expect([ground(specialColors.foreground), ground(specialColors.cursor)]).toEqual([undefined, undefined]);
});

it('include those that a client sets, at once', async () => {
  await person.type('\x1b[H\x1b[K\x1b[31mred\x1b[m');
  await person.sees('red');
  const { calls } = served.client;
  await calls.session.set_palette({ session, colors: { 1: '#ff5555', background: '#101010' } });
  await person.until(() => look()[0]!.fg === '#ff5555');
  expect(ground(specialColors.background)).toEqual([0x10, 0x10, 0x10]);
  await calls.session.set_palette({ session, colors: { 1: null, background: null } });
  await person.until(() => look()[0]!.fg === 1 && ground(specialColors.background) === undefined);
});

it('apply to overlays too', async () => {
  await person.type('\x1b]4;1;#00ff00\x07');
  const { calls } = served.client;
  await calls.overlay.create({ session, x: 0, y: 0, spans: [{ text: 'over', fg: 1 }] });
  await person.sees('over');
  await person.until(() => look()[0]!.fg === '#00ff00');
});
