/** Table of all dialects: transports, address options, and how to load each one. */
import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import type { DialectEndpoint } from './endpoint.ts';
import * as native from './endpoints/ptywright.ts';
import type { WebSecret } from './httpListener.ts';

export const transports = ['stdio', 'unix', 'ws', 'http'] as const;
export type Transport = (typeof transports)[number];

/** An option of a listener address: one of a list of words, or an integer. The first word is the default. */
export type AddressOption = (
  | { readonly words: readonly [string, ...string[]] }
  | { readonly min: number; readonly max: number; readonly default: number }
) & {
  /** Environment variable that sets the option if the address does not, and how to convert its value. */
  readonly variable?: { readonly name: string; read?(value: string): string };
};

export interface EndpointOptions {
  /** Options of the address, with defaults filled in. */
  readonly options: Readonly<Record<string, string | number>>;
  /** The program on the command line, with its arguments. */
  readonly command: readonly string[];
  /** Where clients find the listener, if it has a URL. */
  readonly url?: string;
  /** Secret that clients must present. */
  readonly password?: string | undefined;
}

/** Creates the endpoint of one listener. */
export type OpenEndpoint = (world: Core, options: EndpointOptions) => DialectEndpoint;

export interface DialectDefinition {
  readonly name: string;
  readonly transports: readonly Transport[];
  /** Options allowed after the question mark of the address. */
  readonly options: Readonly<Record<string, AddressOption>>;
  /** Each listener drives one program, which the command line names. */
  readonly drivesCommand: boolean;
  /** Requires a folder for artifacts on the command line. */
  readonly needsArtifactDir?: true;
  /** SIGHUP kills its programs at once instead of asking them to exit. */
  readonly killsOnHangup?: true;
  /** For a dialect that is served over the web: its secret, and the ports where clients look for servers. */
  readonly web?: {
    readonly secret: Omit<WebSecret, 'value'>;
    readonly ports: readonly [first: number, last: number];
  };
  /** Loads the endpoint on demand, because most servers do not use this dialect. */
  load(): Promise<{ readonly openEndpoint: OpenEndpoint }>;
}

const sizeOptions = {
  rows: { min: limits.minRows, max: limits.maxRows, default: 24 },
  cols: { min: limits.minCols, max: limits.maxCols, default: 80 },
} as const;

const definitions: readonly DialectDefinition[] = [
  {
    name: 'ptywright',
    transports: ['stdio', 'unix', 'ws'],
    options: {},
    drivesCommand: false,
    web: { secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token', always: true }, ports: [9620, 9720] },
    load: async () => native,
  },
  {
    name: 'termwright',
    transports: ['unix'],
    options: { wire: { words: ['document', 'client'] }, ...sizeOptions },
    drivesCommand: true,
    load: () => import('./endpoints/termwright.ts'),
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
      rows: { ...sizeOptions.rows, default: 40, variable: { name: 'TUISPEC_TERMINAL_ROWS' } },
      cols: { ...sizeOptions.cols, default: 134, variable: { name: 'TUISPEC_TERMINAL_COLS' } },
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
    drivesCommand: false,
    needsArtifactDir: true,
    killsOnHangup: true,
    load: () => import('./endpoints/tuispec.ts'),
  },
  {
    name: 'wrightty',
    transports: ['ws'],
    options: { wire: { words: ['document', 'client'] } },
    drivesCommand: false,
    web: { secret: { name: 'WRIGHTTY_PASSWORD', kind: 'password' }, ports: [9420, 9520] },
    load: () => import('./endpoints/wrightty.ts'),
  },
  {
    name: 'wsh',
    transports: ['http', 'unix'],
    options: { wire: { words: ['document', 'client'] } },
    drivesCommand: false,
    web: { secret: { name: 'WSH_TOKEN', kind: 'token' }, ports: [8080, 8180] },
    load: () => import('./endpoints/wsh.ts'),
  },
  {
    name: 'mcp',
    transports: ['stdio', 'unix', 'http'],
    options: {},
    drivesCommand: false,
    web: { secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token' }, ports: [9820, 9920] },
    load: () => import('#mcp/endpoint.ts'),
  },
];

export const dialectDefinitions: ReadonlyMap<string, DialectDefinition> = new Map(
  definitions.map((one) => [one.name, one]),
);
