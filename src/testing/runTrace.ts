/**
 * The trace of a test or of a steps file: its calls with the screens before and after them, the recording and the
 * transcript. Written as a page for people, and as Markdown and JSON for programs. All text in it must be redacted.
 */
import { limits } from '#limits.ts';
import { readTracePage } from '#platform/pageFiles.ts';
import type { TerminalOptions } from './options.ts';

export interface TracedCall {
  /** The call in words, such as `expect(terminal).toShow("ready")`. */
  readonly call: string;
  /** Since the start of the recording. Negative for the call that started the program. */
  readonly at_ms: number;
  readonly elapsed_ms: number;
  readonly ok: boolean;
  /** The line of the caller, such as `login.test.ts:12`. */
  readonly where?: string;
  readonly source?: string;
  readonly expected?: string;
  /** What was there instead. */
  readonly found?: string;
  /** The text of the screen. */
  readonly before: string;
  readonly after: string;
}

export interface RunTrace {
  readonly version: 1;
  readonly title: string;
  readonly file: string;
  readonly ok: boolean;
  readonly error?: string;
  /** In ISO 8601. */
  readonly started: string;
  readonly duration_ms: number;
  /** The program with its arguments. */
  readonly program: string;
  /** How the program ended, or `running`. */
  readonly exit: string;
  readonly calls: readonly TracedCall[];
  /** An asciicast; empty if nothing was recorded. */
  readonly recording: string;
  readonly transcript: string;
}

/** Formats the field `exit` of a trace. */
export const formatExit = (
  exit: { readonly exit_code: number | null; readonly signal: string | null } | null,
): string => (exit === null ? 'running' : exit.signal ? `signal ${exit.signal}` : `status ${exit.exit_code}`);

/** A shorter text occurs in other words by accident. */
const shortestHidden = 4;

/**
 * Hides secrets in what a test or a command says about its calls, and the texts that were typed and not shown: an
 * expectation or an error may contain a password. Screens, recording and transcript must be redacted already.
 */
export async function redactTrace(
  trace: RunTrace,
  hidden: readonly string[] = [],
  options?: TerminalOptions['redaction'],
): Promise<RunTrace> {
  // Loaded only if a trace is kept.
  const { createRedaction, defaultPolicy, mergePolicies, RedactionOptions, toPolicy } = await import(
    '#redaction/policy.ts'
  );
  const own = options && toPolicy(RedactionOptions.parse(options), 'redaction');
  const policy = own ? { ...mergePolicies(defaultPolicy, own), enabled: own.enabled } : defaultPolicy;
  const extraLiterals = [
    ...policy.extraLiterals,
    ...hidden.filter((text) => text.length >= shortestHidden && text.length <= limits.extraLiteralChars),
  ].slice(0, limits.extraLiterals);
  const { recording, transcript, ...rest } = trace;
  return {
    ...(createRedaction({ ...policy, extraLiterals }).value(rest) as typeof rest),
    recording,
    transcript,
  };
}

/** Collects calls. Of a long run, the screens of the first calls are dropped. */
export class TracedCalls {
  readonly #calls: TracedCall[] = [];
  #chars = 0;
  /** Number of calls without screens. */
  #dropped = 0;

  add(call: TracedCall): void {
    this.#calls.push(call);
    this.#chars += call.before.length + call.after.length;
    while (this.#chars > limits.traceScreenChars && this.#dropped < this.#calls.length - 1) {
      const oldest = this.#calls[this.#dropped]!;
      this.#chars -= oldest.before.length + oldest.after.length;
      this.#calls[this.#dropped++] = { ...oldest, before: '', after: '' };
    }
  }

  get all(): readonly TracedCall[] {
    return this.#calls;
  }
}

export type TraceFile = readonly [name: string, content: string];

export const runTraceFiles = (trace: RunTrace): readonly TraceFile[] => [
  ['trace.json', `${JSON.stringify(trace, null, 2)}\n`],
  ['trace.md', formatMarkdown(trace)],
  ['trace.html', formatPage(trace)],
];

/** The data cannot end its element, because it contains no `<`. */
function formatPage(trace: RunTrace): string {
  const data = JSON.stringify(trace).replaceAll('<', '\\u003c');
  return readTracePage().replace('{"version":0}', () => data);
}

/** The calls around a failure have most of its causes; the file `trace.json` has all screens. */
function formatMarkdown(trace: RunTrace): string {
  const { title, file, ok, error, program, exit, duration_ms, calls, transcript } = trace;
  const failed = calls.find((call) => !call.ok);
  const last = failed ?? calls.at(-1);
  const rows = calls.map(
    ({ call, ok, at_ms, elapsed_ms, where = '' }, at) =>
      `${at + 1}. ${ok ? 'ok' : '**failed**'} \`${inline(call)}\` at ${Math.max(0, at_ms)} ms, took ${elapsed_ms} ms ${where}`,
  );
  return [
    `# ${ok ? 'Passed' : 'Failed'}: ${inline(title)}`,
    `- test: ${file}`,
    `- program: \`${inline(program)}\` (${exit})`,
    `- duration: ${duration_ms} ms`,
    ...(error === undefined ? [] : ['', '## Error', '', indent(error)]),
    '',
    '## Calls',
    '',
    ...rows.map((row) => row.trimEnd()),
    ...(last ? callSections(last) : []),
    '',
    '## End of the transcript',
    '',
    indent(transcript.trimEnd().split('\n').slice(-transcriptRows).join('\n')),
    '',
  ].join('\n');
}

const transcriptRows = 100;

const callSections = ({ call, where, source, expected, found, before, after }: TracedCall) => [
  '',
  `## ${inline(call)}`,
  '',
  ...(where === undefined ? [] : [`- line: ${where}${source === undefined ? '' : ` \`${inline(source)}\``}`]),
  ...(expected === undefined ? [] : [`- expected: ${inline(expected)}`]),
  ...(found === undefined ? [] : [`- found: ${inline(found)}`]),
  ...(before === after ? [] : ['', 'Screen before:', '', indent(before)]),
  '',
  before === after ? 'Screen before and after:' : 'Screen after:',
  '',
  indent(after),
];

const inline = (text: string) => text.replaceAll('\n', ' ').replaceAll('`', "'");

/** A code block that its content cannot end. */
const indent = (text: string) => text.replace(/^/gm, '    ');
