/** Screens as plugins are shown them: drawn by the real emulator, read in a real Lua state. */
import type { Look } from '../../../../src/core/matcher/look.ts';
import { permissionNames } from '../../../../src/core/permissions.ts';
import type { Asked, RuleTrace } from '../../../../src/core/plugin/host/asked.ts';
import { contextOf, hostTable, type LogLevel, prelude } from '../../../../src/core/plugin/host/index.ts';
import { vocabulary } from '../../../../src/core/plugin/vocabulary.ts';
import { createRedaction } from '../../../../src/core/redact/policy.ts';
import { masked } from '../../../../src/core/screen/masked.ts';
import { styledRows } from '../../../../src/core/screen/styledRows.ts';
import { textWidth } from '../../../../src/core/screen/widths.ts';
import { lastSeenSize } from '../../../../src/platform/lua/lastSeen.ts';
import { Script } from '../../../../src/platform/lua/script.ts';
import { aScreen, HandClock } from '../../screen/aScreen.ts';

const redaction = createRedaction({
  enabled: true,
  replacement: '[REDACTED]',
  extraLiterals: [],
  extraRegexes: [],
});

/** What a plugin sees after this output. */
export function lookAfter(output: string, rows = 24, cols = 80): Look {
  const { screen, feed } = aScreen(rows, cols);
  feed(output);
  return {
    rows: masked(screen, redaction).texts,
    runs: styledRows(screen, redaction),
    size: { rows, cols },
    cursor: screen.cursor,
    sequence: screen.sequence,
    title: screen.title,
    bells: screen.bells,
    alternateScreen: screen.alternateScreen,
    modes: { ...screen.modes },
    stableMs: 1000,
    exit: null,
    transcript: output,
    transcriptStart: 0,
    transcriptCursor: output.length,
    markers: { turn_start: 3 },
    events: [],
  };
}

/** A picture: `*bold*`, `_inverse_`, and `^` where the cursor is. */
export function picture(text: string, rows = 24, cols = 80): Look {
  const at = text.indexOf('^');
  const before = text.slice(0, Math.max(at, 0)).split('\n');
  const drawn = text
    .replace('^', '')
    .replace(/\*([A-Za-z0-9][^*\n]*)\*/g, '\x1b[1m$1\x1b[m')
    .replace(/_([A-Za-z0-9<][^_\n]*)_/g, '\x1b[7m$1\x1b[m')
    .replaceAll('\n', '\r\n');
  const cursor = at < 0 ? '' : `\x1b[${before.length};${textWidth(before.at(-1)!) + 1}H`;
  return lookAfter(drawn + cursor, rows, cols);
}

export interface Ran {
  readonly value: unknown;
  readonly traced: readonly RuleTrace[];
  readonly logged: readonly (readonly [LogLevel, string])[];
}

interface Given {
  readonly look?: Look;
  readonly permissions?: readonly string[];
  readonly params?: unknown;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whether anybody asked what rules see; somebody did. */
  readonly trace?: boolean;
}

/** Runs Lua as the body of a plugin's function of `ctx` and `params`. Its `ptywright` has what is permitted. */
export function inLua(body: string, given: Given = {}): Ran {
  const { look, permissions = permissionNames, params, facts, trace = true } = given;
  const granted = new Set(permissions);
  const asked: Asked = {
    function: 'run',
    args: 'context',
    trace,
    ...(look && { look }),
    ...(params !== undefined && { params }),
    ...(facts && { facts }),
  };
  const traced: RuleTrace[] = [];
  const logged: (readonly [LogLevel, string])[] = [];
  let running: Asked | undefined;
  const script = new Script({
    modules: { main: `return { run = function(ctx)\n${body}\nend }` },
    clock: new HandClock(),
    lastSeen: new ArrayBuffer(lastSeenSize),
    print: (text) => logged.push(['info', text]),
    end: (_reason, text) => {
      throw new Error(text);
    },
  });
  const context = {
    plugin: 'tried',
    version: '1.2.3',
    permissions: granted,
    vocabulary: vocabulary(),
    current: () => running,
    log: (level: LogLevel, text: string) => void logged.push([level, text]),
    trace: (entry: RuleTrace) => void traced.push(entry),
  };
  script.define('ptywright', hostTable(context));
  script.prepare('ptywright', prelude, 'ptywright');
  script.load();
  running = asked;
  return { value: script.call('run', [contextOf(asked, granted)]), traced, logged };
}

export const value = (body: string, given?: Given): unknown => inLua(body, given).value;
