/** Errors of tests: the line of the caller, what was expected, the nearest text, and the screen. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatScreenBox } from '#client/baseClient.ts';
import { closestText } from '#platform/didYouMean.ts';
import { packageFolder } from '#platform/paths.ts';

/** A line of a test. */
export interface CallLine {
  readonly file: string;
  readonly line: number;
  readonly source?: string;
}

/** A public function of this library. */
// biome-ignore lint/complexity/noBannedTypes: whatever function was called
export type Called = Function;

interface TestCallSite {
  readonly stack: string;
  readonly at: CallLine | undefined;
}

const framePattern =
  /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()]*?)(?:\?[^:()]*)?:(\d+):\d+\)?$/;

/**
 * The first line outside of this library and of the test runner that called `called`. A line that types a text may
 * contain a secret, so its source is left out.
 */
export function callSiteOf(called: Called, withSource = true): TestCallSite {
  const site = { stack: '' };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  Error.captureStackTrace(site, called);
  Error.stackTraceLimit = stackTraceLimit;
  const frames = site.stack.split('\n').slice(1).filter(isFrameOfTest);
  const [, path, line] = framePattern.exec(frames[0] ?? '') ?? [];
  const at = path === undefined ? undefined : toCallLine(path, Number(line), withSource);
  return { stack: frames.join('\n'), at };
}

/** The whole path of the file of the test that calls this library. */
export const callSiteFile = (): string => resolve(callSiteOf(callSiteFile).at?.file ?? 'test');

const isFrameOfTest = (frame: string): boolean =>
  framePattern.test(frame) &&
  !frame.includes('/node_modules/') &&
  !frame.includes(`${packageFolder()}/dist/`) &&
  !frame.includes(`${packageFolder()}/src/`);

function toCallLine(path: string, line: number, withSource: boolean): CallLine {
  const file = path.startsWith('file://') ? fileURLToPath(path) : path;
  const source = withSource ? sourceLine(file, line) : undefined;
  return { file: relative(process.cwd(), file), line, ...(source !== undefined && { source }) };
}

function sourceLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim();
  } catch {
    return undefined;
  }
}

interface FailureReport {
  /** The call, such as `expect(terminal).toShow("ready")`. */
  readonly call: string;
  readonly elapsedMs: number;
  readonly site: TestCallSite;
  readonly reason: string;
  /** The text that was expected, to find the nearest text on the screen. */
  readonly text?: string | undefined;
  readonly screen?: string | undefined;
  /** Where the trace will be. */
  readonly trace?: string | undefined;
}

/** A failed call of a test. Its stack begins at the line of the test. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';

  constructor(report: FailureReport) {
    super(formatFailure(report));
    this.stack = `${this.name}: ${this.message}\n${report.site.stack}`;
  }
}

function formatFailure({
  call,
  elapsedMs,
  site: { at },
  reason,
  text,
  screen,
  trace,
}: FailureReport): string {
  const near = text === undefined || screen === undefined ? undefined : closestText(text, screen.split('\n'));
  return [
    `${call} failed after ${Math.round(elapsedMs)} ms: ${reason}`,
    ...(at ? [`at ${at.file}:${at.line}${at.source ? `: ${at.source}` : ''}`] : []),
    ...(near ? [`nearest text: ${JSON.stringify(near.text)} in row ${near.row}`] : []),
    ...(screen === undefined ? [] : [formatScreenBox(screen)]),
    ...(trace === undefined ? [] : [`trace: ${trace}`]),
  ].join('\n');
}
