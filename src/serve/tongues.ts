/** Every dialect that a listener may name: where it is spoken, what its address may say, and where to learn it. */
import { limits } from '../core/limits.ts';
import type { World } from '../core/world.ts';
import type { WebSecret } from './http.ts';
import * as native from './speech/ptywright.ts';
import type { Spoken } from './spoken.ts';

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

/** What a dialect makes of the world for one listener. */
export type Speak = (world: World, terms: Terms) => Spoken;

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
  /** Loads what only those need who speak it, which most servers do not. */
  learn(): Promise<{ readonly speak: Speak }>;
}

const size = {
  rows: { min: limits.minRows, max: limits.maxRows, default: 24 },
  cols: { min: limits.minCols, max: limits.maxCols, default: 80 },
} as const;

const declared: readonly Tongue[] = [
  {
    name: 'ptywright',
    transports: ['stdio', 'unix', 'ws'],
    options: {},
    drivesOne: false,
    web: { secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token' }, ports: [9620, 9720] },
    learn: async () => native,
  },
  {
    name: 'termwright',
    transports: ['unix'],
    options: { wire: { words: ['document', 'client'] }, ...size },
    drivesOne: true,
    learn: () => import('./speech/termwright.ts'),
  },
  {
    name: 'tuispec',
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
    learn: () => import('./speech/tuispec.ts'),
  },
  {
    name: 'wrightty',
    transports: ['ws'],
    options: { wire: { words: ['document', 'client'] } },
    drivesOne: false,
    web: { secret: { name: 'WRIGHTTY_PASSWORD', kind: 'password' }, ports: [9420, 9520] },
    learn: () => import('./speech/wrightty.ts'),
  },
  {
    name: 'wsh',
    transports: ['http'],
    options: { wire: { words: ['document', 'client'] } },
    drivesOne: false,
    web: { secret: { name: 'WSH_TOKEN', kind: 'token' }, ports: [8080, 8180] },
    learn: () => import('./speech/wsh.ts'),
  },
];

export const tongues: ReadonlyMap<string, Tongue> = new Map(declared.map((one) => [one.name, one]));
