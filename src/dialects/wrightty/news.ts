/** What terminals tell, in the events of this dialect. */
import type { Facts, TerminalEvent } from '../../core/screen/events.ts';
import { rgbOf } from '../../core/screen/palette.ts';
import { toRgb } from './shapes.ts';

export interface News {
  readonly event: EventName;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Those that this server can tell. */
export const eventNames = [
  'Screen.updated',
  'Session.exited',
  'Session.output',
  'Terminal.bell',
  'Terminal.titleChanged',
  'Terminal.cwdChanged',
  'Terminal.alternateScreen',
  'Terminal.cursorChanged',
  'Shell.promptStart',
  'Shell.commandStart',
  'Shell.outputStart',
  'Shell.commandFinished',
  'Terminal.notification',
  'Terminal.clipboardSet',
  'Terminal.progressChanged',
  'Terminal.modeChanged',
  'Terminal.focusChanged',
  'Terminal.hyperlinkHovered',
  'Terminal.imageDisplayed',
  'Terminal.colorPaletteChanged',
  'Terminal.remoteHostChanged',
  'Terminal.userVariableSet',
  'Terminal.fileTransfer',
] as const;

export type EventName = (typeof eventNames)[number];

/** `next` is what the terminal told right behind it. */
type Tell = (facts: Facts, before: Told, next: TerminalEvent | undefined) => readonly News[];

/** What was told last of what is told in parts. */
export interface Told {
  title: string;
  iconName: string | null;
  cursorVisible: boolean;
}

const one = (event: EventName, data: News['data'] = {}): readonly News[] => [{ event, data }];
const mode = (name: string, enabled: boolean): News => ({
  event: 'Terminal.modeChanged',
  data: { mode: name, enabled },
});

const modes: Readonly<Record<string, string>> = {
  application_cursor: 'cursorKeyMode',
  bracketed_paste: 'bracketedPaste',
  mouse_tracking: 'mouseTracking',
  focus_events: 'focusReporting',
  wraparound: 'autoWrap',
  reverse_screen: 'reverseVideo',
  synchronized_output: 'synchronizedOutput',
};

/** Colours that changed at once, as the core tells them. */
const pairsIn = (changes: string) =>
  [...changes.matchAll(/(\S+)=(\S+)/g)].map(([, name, hex]) => [name!, hex!] as const);

const progress: Readonly<Record<string, string>> = { normal: 'value', paused: 'warning' };

const table: { readonly [Kind in TerminalEvent['kind']]: Tell } = {
  title: ({ text }, before) => {
    before.title = String(text);
    return one('Terminal.titleChanged', { title: before.title, iconName: before.iconName });
  },
  // A program that names its icon and its window alike has said one thing, which is told with the window.
  icon_name: ({ text }, before, next) => {
    before.iconName = String(text) || null;
    if (next?.kind === 'title' && next.facts.text === text) return [];
    return one('Terminal.titleChanged', { title: before.title, iconName: before.iconName });
  },
  bell: () => one('Terminal.bell'),
  cwd: ({ path, uri }) => one('Terminal.cwdChanged', { cwd: path, uri: uri ?? null }),
  alternate_screen: ({ on }) => [
    ...one('Terminal.alternateScreen', { active: on }),
    mode('alternateScreen', on === true),
  ],
  cursor: ({ visible, shape, blinks }, before) => {
    const changed = one('Terminal.cursorChanged', { visible, shape, blinking: blinks });
    if (visible === before.cursorVisible) return changed;
    before.cursorVisible = visible === true;
    return [...changed, mode('cursorVisible', before.cursorVisible)];
  },
  prompt_started: () => one('Shell.promptStart'),
  prompt_ended: () => one('Shell.commandStart'),
  command_started: ({ command }) => one('Shell.outputStart', { command: command ?? null }),
  command_finished: ({ exit_code }) => one('Shell.commandFinished', { exitCode: exit_code }),
  notification: ({ title, text, urgency, source }) =>
    one('Terminal.notification', { title, body: text, urgency, source }),
  progress: ({ state, percent }) =>
    one('Terminal.progressChanged', {
      state: progress[String(state)] ?? state,
      ...(percent !== null && { percent }),
    }),
  clipboard: ({ selection, text }) =>
    one('Terminal.clipboardSet', { selection, text, base64: Buffer.from(String(text)).toString('base64') }),
  mode: ({ mode: name, value }) => {
    const known = modes[String(name)];
    return known === undefined ? [] : [mode(known, value !== false && value !== 'none')];
  },
  palette: ({ color, value, cause, changes }) => {
    const all = color === null ? pairsIn(String(changes)) : [[String(color), String(value)] as const];
    const number = all.length === 0 || all.some(([name]) => /^\d/.test(name)) ? 'osc4' : 'osc10';
    return one('Terminal.colorPaletteChanged', {
      changes: Object.fromEntries(all.map(([name, hex]) => [name, toRgb(rgbOf(hex))])),
      source: cause === 'push' || cause === 'pop' ? cause : number,
    });
  },
  remote_host: ({ user, host }) => one('Terminal.remoteHostChanged', { user, host }),
  user_variable: ({ name, value }) => one('Terminal.userVariableSet', { key: name, value }),
  focus: ({ focused }) => one('Terminal.focusChanged', { focused }),
  // Ids of links are not kept: those with one target are one link.
  link_hovered: ({ uri, row, col_start, col_end }) =>
    one('Terminal.hyperlinkHovered', { url: uri, id: null, row, colStart: col_start, colEnd: col_end }),
  image: ({ protocol, row, col, id, ...size }) =>
    one('Terminal.imageDisplayed', {
      protocol,
      row,
      col,
      widthCells: size.width_cells,
      heightCells: size.height_cells,
      widthPixels: size.width_pixels,
      heightPixels: size.height_pixels,
      imageId: id,
    }),
  // Nothing is ever transferred, so there is no progress to tell.
  file_transfer: ({ action, filename }) =>
    one('Terminal.fileTransfer', {
      action: action === 'file' ? 'send' : action,
      filename,
      progress: null,
      error: action === 'error' ? 'given up by the program' : null,
    }),
};

export const newsOf = (events: readonly TerminalEvent[], before: Told): readonly News[] =>
  events.flatMap(({ kind, facts }, at) => table[kind](facts, before, events[at + 1]));
