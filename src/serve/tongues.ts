/** Every dialect that a listener may name: where it is spoken, what its address may say, and what it makes of the world. */
import { limits } from '../core/limits.ts';
import type { World } from '../core/world.ts';
import { ptywright } from '../dialects/ptywright/index.ts';
import { Daemon } from '../dialects/termwright/daemon.ts';
import { termwright, termwrightClient } from '../dialects/termwright/index.ts';
import { tuispec, tuispecOf } from '../dialects/tuispec/index.ts';
import { Run } from '../dialects/tuispec/run.ts';
import type { Ambiguity } from '../dialects/tuispec/shapes.ts';
import { Desk } from '../dialects/wrightty/desk.ts';
import { wrightty, wrighttyClient } from '../dialects/wrightty/index.ts';
import { wsh } from '../dialects/wsh/index.ts';
import type { WebSecret } from './http.ts';
import { pageRoutes } from './page.ts';
import { type Spoken, spoken } from './spoken.ts';
import { speakWsh } from './wsh.ts';

export const transports = ['stdio', 'unix', 'ws', 'http'] as const;
export type Transport = (typeof transports)[number];

/** What an option of an address may be: one of some words, or a whole number. The first word is the default. */
export type AddressOption = (
  | { readonly words: readonly [string, ...string[]] }
  | { readonly min: number; readonly max: number; readonly default: number }
) & {
  /** A variable of the environment that says it where the address does not, and how it is read. */
  readonly variable?: { readonly name: string; read?(value: string): string };
};

export interface Terms {
  /** As the address says, with defaults filled in. */
  readonly options: Readonly<Record<string, string | number>>;
  /** The program of the command line, with its arguments. */
  readonly command: readonly string[];
  /** Where clients find the listener, if it has such a place. */
  readonly url?: string;
  /** What clients have to show. */
  readonly password?: string | undefined;
}

export interface Tongue {
  readonly name: string;
  readonly transports: readonly Transport[];
  /** What may stand in the address behind a question mark. */
  readonly options: Readonly<Record<string, AddressOption>>;
  /** Each listener drives one program, which the command line names. */
  readonly drivesOne: boolean;
  /** It needs a folder for them, which the command line names. */
  readonly keepsArtifacts?: true;
  /** SIGHUP ends its programs at once, instead of asking them. */
  readonly hangsUp?: true;
  /** For one that is spoken over the web: what clients show, and the ports where they look for servers. */
  readonly web?: {
    readonly secret: Omit<WebSecret, 'value'>;
    readonly ports: readonly [first: number, last: number];
  };
  speak(world: World, terms: Terms): Spoken;
}

const size = {
  rows: { min: limits.minRows, max: limits.maxRows, default: 24 },
  cols: { min: limits.minCols, max: limits.maxCols, default: 80 },
} as const;

const declared: readonly Tongue[] = [
  {
    name: ptywright.name,
    transports: ['stdio', 'unix', 'ws'],
    options: {},
    drivesOne: false,
    web: { secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token' }, ports: [9620, 9720] },
    speak: (world, { url }) => {
      const line = spoken(ptywright, world);
      return url === undefined
        ? line
        : withPage(world, { ...line, routes: [{ path: '/ptywright', guarded: true, socket: () => line }] });
    },
  },
  {
    name: termwright.name,
    transports: ['unix'],
    options: { wire: { words: ['document', 'client'] }, ...size },
    drivesOne: true,
    speak: (world, { options: { wire, rows, cols }, command: [program, ...args] }) => {
      const shipped = wire === 'client';
      const daemon = new Daemon(world, {
        program: program!,
        args,
        rows: Number(rows),
        cols: Number(cols),
        lingerMs: shipped ? limits.abandonedShippedMs : limits.abandonedMs,
      });
      return spoken(shipped ? termwrightClient : termwright, daemon, daemon);
    },
  },
  {
    name: tuispec.name,
    transports: ['stdio'],
    options: {
      wire: { words: ['document', 'client'] },
      ambiguity: {
        words: ['fail', 'first-visible', 'last-visible'],
        variable: {
          name: 'TUISPEC_AMBIGUITY_MODE',
          read: (value) => value.replace(/^(first|last)$/, '$1-visible'),
        },
      },
      timeout: { min: 0, max: 3600, default: 5, variable: { name: 'TUISPEC_TIMEOUT_SECONDS' } },
      rows: { ...size.rows, default: 40, variable: { name: 'TUISPEC_TERMINAL_ROWS' } },
      cols: { ...size.cols, default: 134, variable: { name: 'TUISPEC_TERMINAL_COLS' } },
      theme: {
        words: ['dark', 'light'],
        variable: {
          name: 'TUISPEC_SNAPSHOT_THEME',
          read: (value) => (value.includes('light') ? 'light' : 'dark'),
        },
      },
      update: {
        words: ['no', 'yes'],
        variable: {
          name: 'TUISPEC_UPDATE_SNAPSHOTS',
          read: (value) => (/^(?:1|true|yes|on)$/i.test(value) ? 'yes' : 'no'),
        },
      },
    },
    drivesOne: false,
    keepsArtifacts: true,
    hangsUp: true,
    speak: (core, { options: { wire, ambiguity, timeout, rows, cols, theme, update } }) => {
      const shipped = wire === 'client';
      const run = new Run(core, {
        rows: Number(rows),
        cols: Number(cols),
        timeoutMs: Number(timeout) * 1000,
        ambiguity: ambiguity as Ambiguity,
        theme: String(theme),
        update: update === 'yes',
        settles: shipped,
        appends: shipped,
      });
      return spoken(tuispecOf(run, shipped), run, run);
    },
  },
  {
    name: wrightty.name,
    transports: ['ws'],
    options: { wire: { words: ['document', 'client'] } },
    drivesOne: false,
    web: { secret: { name: 'WRIGHTTY_PASSWORD', kind: 'password' }, ports: [9420, 9520] },
    speak: (core, { options: { wire }, url = '', password }) => {
      const shipped = wire === 'client';
      return spoken(shipped ? wrighttyClient : wrightty, new Desk(core, { url, password, shipped }));
    },
  },
  {
    name: wsh.name,
    transports: ['http'],
    options: { wire: { words: ['document', 'client'] } },
    drivesOne: false,
    web: { secret: { name: 'WSH_TOKEN', kind: 'token' }, ports: [8080, 8180] },
    speak: (core, { options: { wire } }) => withPage(core, speakWsh(core, wire === 'client')),
  },
];

/** A listener for the web that has paths has the page at one of them. */
function withPage(world: World, spoken: Spoken): Spoken {
  const { routes } = spoken;
  return routes ? { ...spoken, routes: [...routes, ...(pageRoutes(world) ?? [])] } : spoken;
}

export const tongues: ReadonlyMap<string, Tongue> = new Map(declared.map((one) => [one.name, one]));
