/** Screens as plugins receive them: from the real emulator, read in a real Lua state. */

import { createContext } from '#adapters/host/context.ts';
import type { LogLevel, PluginCall, RuleTrace } from '#adapters/host/declaration.ts';
import { hostTable, luaPrelude } from '#adapters/host/hostTable.ts';
import { createVocabulary } from '#adapters/pluginInstance.ts';
import type { ScreenContext } from '#matchers/sessionView.ts';
import { permissionNames } from '#permissions.ts';
import { lastSeenBytes } from '#platform/lua/lastSeenPosition.ts';
import { Script } from '#platform/lua/script.ts';
import { createRedaction } from '#redaction/policy.ts';
import { uncertainRows, wrappedRows } from '#session/waitView.ts';
import { styledRowsJson } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { textWidth, type WidthRule } from '#terminal/unicodeWidth.ts';
import { aScreen, HandClock } from '../../terminal/aScreen.ts';

const redaction = createRedaction({
  enabled: true,
  replacement: '[REDACTED]',
  extraLiterals: [],
  extraRegexes: [],
});

/** The screen context after this output. */
export function lookAfter(
  output: string,
  rows = 24,
  cols = 80,
  widths: WidthRule = 'codepoint',
): ScreenContext {
  const { screen, feed } = aScreen(rows, cols, { widths });
  feed(output);
  return {
    rows: redactScreen(screen, redaction).texts,
    runs: styledRowsJson(screen, redaction),
    uncertain: uncertainRows(screen),
    wrapped: wrappedRows(screen),
    widths: screen.widths,
    size: { rows, cols },
    cursor: screen.cursor,
    sequence: screen.sequence,
    title: screen.title,
    bells: screen.bellCount,
    alternateScreen: screen.alternateScreen,
    modes: { ...screen.modes },
    stableMs: 1000,
    exit: null,
    transcript: output,
    transcriptStart: 0,
    transcriptCursor: output.length,
    markers: { turn_start: 3 },
    events: [],
    scrolled: { rows: [], lost: 0 },
  };
}

/** Builds a screen from a picture: `*bold*`, `_inverse_`, and `^` at the cursor. */
export function picture(text: string, rows = 24, cols = 80): ScreenContext {
  const at = text.indexOf('^');
  const before = text.slice(0, Math.max(at, 0)).split('\n');
  const rendered = text
    .replace('^', '')
    .replace(/\*([A-Za-z0-9][^*\n]*)\*/g, '\x1b[1m$1\x1b[m')
    .replace(/_([A-Za-z0-9<][^_\n]*)_/g, '\x1b[7m$1\x1b[m')
    .replaceAll('\n', '\r\n');
  const cursor = at < 0 ? '' : `\x1b[${before.length};${textWidth(before.at(-1)!) + 1}H`;
  return lookAfter(rendered + cursor, rows, cols);
}

export interface Ran {
  readonly value: unknown;
  readonly traced: readonly RuleTrace[];
  readonly logged: readonly (readonly [LogLevel, string])[];
}

interface Given {
  readonly look?: ScreenContext;
  readonly permissions?: readonly string[];
  readonly params?: unknown;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whether rules are traced; true by default. */
  readonly trace?: boolean;
}

/** Runs Lua as the body of a plugin function with `ctx` and `params`. `ptywright` has what the permissions allow. */
export function inLua(body: string, given: Given = {}): Ran {
  const { look, permissions = permissionNames, params, facts, trace = true } = given;
  const granted = new Set(permissions);
  const requested: PluginCall = {
    function: 'run',
    args: 'context',
    trace,
    ...(look && { screenContext: look }),
    ...(params !== undefined && { params }),
    ...(facts && { facts }),
  };
  const traced: RuleTrace[] = [];
  const logged: (readonly [LogLevel, string])[] = [];
  let running: PluginCall | undefined;
  const script = new Script({
    modules: { main: `return { run = function(ctx)\n${body}\nend }` },
    clock: new HandClock(),
    lastSeen: new ArrayBuffer(lastSeenBytes),
    print: (text) => logged.push(['info', text]),
    end: (_reason, text) => {
      throw new Error(text);
    },
  });
  const context = {
    plugin: 'tried',
    version: '1.2.3',
    permissions: granted,
    vocabulary: createVocabulary(),
    current: () => running,
    log: (level: LogLevel, text: string) => void logged.push([level, text]),
    trace: (entry: RuleTrace) => void traced.push(entry),
  };
  script.define('ptywright', hostTable(context));
  script.runChunk('ptywright', luaPrelude, 'ptywright');
  script.load();
  running = requested;
  return { value: script.call('run', [createContext(requested, granted)]), traced, logged };
}

export const value = (body: string, given?: Given): unknown => inLua(body, given).value;

/** Returns what a function of `ptywright.screen` finds on a screen. */
export const read = (what: string, screen: string, rows = 24, cols = 80) =>
  value(`return ptywright.screen.${what}`, { look: picture(screen, rows, cols) });
