/** The events of this dialect, and the methods that subscribe to them. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { defineEvent as declare } from '#rpc/dialect.ts';
import type { EventFacts, TerminalEvent } from '#terminal/events.ts';
import { parseHex } from '#terminal/palette.ts';
import { method, sessionParams, toRgb } from './method.ts';

export const eventsEvent = declare({
  name: 'Events.event',
  summary: 'An event of a subscription.',
  params: z.object({
    subscriptionId: z.string(),
    event: z.string(),
    sessionId: z.string(),
    timestamp: z.number().describe('Milliseconds since 1970.'),
    data: z.record(z.string(), z.unknown()),
  }),
  example: {
    subscriptionId: 'sub_001',
    event: 'Terminal.alternateScreen',
    sessionId: 's1',
    timestamp: 1_700_000_000_000,
    data: { active: true },
  },
});

/** A terminal event of the core, in the form of this dialect. */
export interface WrighttyEvent {
  readonly event: WrighttyEventName;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events that this server can send. */
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

export type WrighttyEventName = (typeof eventNames)[number];

/** `next` is the terminal event that follows. */
type EventMapper = (
  facts: EventFacts,
  before: ReportedState,
  next: TerminalEvent | undefined,
) => readonly WrighttyEvent[];

/** The last reported values of events that report several values together. */
export interface ReportedState {
  title: string;
  iconName: string | null;
  cursorVisible: boolean;
}

const createEvent = (
  event: WrighttyEventName,
  data: WrighttyEvent['data'] = {},
): readonly WrighttyEvent[] => [{ event, data }];
const createModeEvent = (name: string, enabled: boolean): WrighttyEvent => ({
  event: 'Terminal.modeChanged',
  data: { mode: name, enabled },
});

const modeNames: Readonly<Record<string, string>> = {
  application_cursor: 'cursorKeyMode',
  bracketed_paste: 'bracketedPaste',
  mouse_tracking: 'mouseTracking',
  focus_events: 'focusReporting',
  wraparound: 'autoWrap',
  reverse_screen: 'reverseVideo',
  synchronized_output: 'synchronizedOutput',
};

/** Parses the core's text for several color changes. */
const parseColorChanges = (changes: string) =>
  [...changes.matchAll(/(\S+)=(\S+)/g)].map(([, name, hex]) => [name!, hex!] as const);

const progressStates: Readonly<Record<string, string>> = { normal: 'value', paused: 'warning' };

const eventMappers: { readonly [Kind in TerminalEvent['kind']]: EventMapper } = {
  title: ({ text }, before) => {
    before.title = String(text);
    return createEvent('Terminal.titleChanged', { title: before.title, iconName: before.iconName });
  },
  // OSC 0 sets the icon name and the title to the same text. Only the title event is sent then.
  icon_name: ({ text }, before, next) => {
    before.iconName = String(text) || null;
    if (next?.kind === 'title' && next.facts.text === text) return [];
    return createEvent('Terminal.titleChanged', { title: before.title, iconName: before.iconName });
  },
  bell: () => createEvent('Terminal.bell'),
  cwd: ({ path, uri }) => createEvent('Terminal.cwdChanged', { cwd: path, uri: uri ?? null }),
  alternate_screen: ({ on }) => [
    ...createEvent('Terminal.alternateScreen', { active: on }),
    createModeEvent('alternateScreen', on === true),
  ],
  cursor: ({ visible, shape, blinks }, before) => {
    const changed = createEvent('Terminal.cursorChanged', { visible, shape, blinking: blinks });
    if (visible === before.cursorVisible) return changed;
    before.cursorVisible = visible === true;
    return [...changed, createModeEvent('cursorVisible', before.cursorVisible)];
  },
  prompt_started: () => createEvent('Shell.promptStart'),
  prompt_ended: () => createEvent('Shell.commandStart'),
  command_started: ({ command }) => createEvent('Shell.outputStart', { command: command ?? null }),
  command_finished: ({ exit_code }) => createEvent('Shell.commandFinished', { exitCode: exit_code }),
  notification: ({ title, text, urgency, source }) =>
    createEvent('Terminal.notification', { title, body: text, urgency, source }),
  progress: ({ state, percent }) =>
    createEvent('Terminal.progressChanged', {
      state: progressStates[String(state)] ?? state,
      ...(percent !== null && { percent }),
    }),
  clipboard: ({ selection, text }) =>
    createEvent('Terminal.clipboardSet', {
      selection,
      text,
      base64: Buffer.from(String(text)).toString('base64'),
    }),
  mode: ({ mode, value }) => {
    const known = modeNames[String(mode)];
    return known === undefined ? [] : [createModeEvent(known, value !== false && value !== 'none')];
  },
  palette: ({ color, value, cause, changes }) => {
    const all =
      color === null ? parseColorChanges(String(changes)) : [[String(color), String(value)] as const];
    const number = all.length === 0 || all.some(([name]) => /^\d/.test(name)) ? 'osc4' : 'osc10';
    return createEvent('Terminal.colorPaletteChanged', {
      changes: Object.fromEntries(all.map(([name, hex]) => [name, toRgb(parseHex(hex))])),
      source: cause === 'push' || cause === 'pop' ? cause : number,
    });
  },
  remote_host: ({ user, host }) => createEvent('Terminal.remoteHostChanged', { user, host }),
  user_variable: ({ name, value }) => createEvent('Terminal.userVariableSet', { key: name, value }),
  focus: ({ focused }) => createEvent('Terminal.focusChanged', { focused }),
  // The core keeps no link ids: links with the same target are one link.
  link_hovered: ({ uri, row, col_start, col_end }) =>
    createEvent('Terminal.hyperlinkHovered', {
      url: uri,
      id: null,
      row,
      colStart: col_start,
      colEnd: col_end,
    }),
  image: ({ protocol, row, col, id, ...size }) =>
    createEvent('Terminal.imageDisplayed', {
      protocol,
      row,
      col,
      widthCells: size.width_cells,
      heightCells: size.height_cells,
      widthPixels: size.width_pixels,
      heightPixels: size.height_pixels,
      imageId: id,
    }),
  // Files are never transferred, so progress is always null.
  file_transfer: ({ action, filename }) =>
    createEvent('Terminal.fileTransfer', {
      action: action === 'file' ? 'send' : action,
      filename,
      progress: null,
      error: action === 'error' ? 'aborted by the program' : null,
    }),
};

export const toEvents = (events: readonly TerminalEvent[], before: ReportedState): readonly WrighttyEvent[] =>
  events.flatMap(({ kind, facts }, at) => eventMappers[kind](facts, before, events[at + 1]));

const connectionRequired =
  'events require a lasting connection, such as a WebSocket; a POST has one reply only';

const Debounce = z.int().min(0).max(limits.timeoutMs).nullish();

export const eventsSubscribe = method({
  name: 'Events.subscribe',
  summary: 'Subscribe to events of a session, or with `*` to all of its events. Unknown events are ignored.',
  details:
    'Output from before the call is not sent. The subscription ends with the connection. A POST cannot subscribe, because it has no lasting connection.',
  needs: ['transcript.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...sessionParams,
    events: z.array(z.string().max(limits.nameChars)).max(limits.batchMessages),
    options: z.object({ screenDebounceMs: Debounce }).nullish(),
  }),
  result: z.object({ subscriptionId: z.string(), subscribedEvents: z.array(z.string()) }),
  examples: [
    { title: 'bells', send: { events: ['Terminal.bell'] }, reply: { subscribedEvents: ['Terminal.bell'] } },
  ],
  handle: ({ world, caller }, { sessionId, events: requested, options }) => {
    if (caller.repliesOnly) raise(fault.Unsupported({ reason: connectionRequired }, connectionRequired));
    const events = new Set<WrighttyEventName>(
      eventNames.filter((name) => requested.includes('*') || requested.includes(name)),
    );
    const debounceMs = options?.screenDebounceMs ?? limits.resizeMs;
    const session = world.session(sessionId);
    const subscription = { events, debounceMs };
    const subscriptionId = world.subscriptions.add(caller, session, subscription);
    return { subscriptionId, subscribedEvents: [...events] };
  },
});

export const eventsUnsubscribe = method({
  name: 'Events.unsubscribe',
  summary: 'Unsubscribe from events.',
  throws: ['SubscriptionNotFound'],
  params: z.object({ subscriptionId: z.string().max(limits.nameChars) }),
  handle: ({ world, caller }, { subscriptionId }) => {
    world.subscriptions.remove(caller, subscriptionId);
  },
});
