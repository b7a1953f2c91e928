/** The program of a plugin's worker: one script, loaded once, whose functions are called one at a time. */
import { systemClock } from '../../platform/clock.ts';
import { boundBytes } from '../../platform/lua/bytes.ts';
import { bounded } from '../../platform/lua/places.ts';
import { Script, ScriptError } from '../../platform/lua/script.ts';
import { thisThread } from '../../platform/threadTime.ts';
import { workerSide } from '../../platform/workerSide.ts';
import { limits } from '../limits.ts';
import type { Asked, RuleTrace } from './host/asked.ts';
import type { HostContext, LogLevel } from './host/context.ts';
import { contextOf, hostTable, prelude } from './host/index.ts';
import type { Answer, FailureReason, FromWorker, ToWorker } from './messages.ts';

const side = workerSide();
const post = (message: FromWorker | Answer) => side.post(message);

/** The call that runs. */
let running: { readonly id: number; readonly asked: Asked } | undefined;
let lines = 0;
let rules: RuleTrace[] = [];
let permissions: ReadonlySet<string> = new Set();
let script: Script | undefined;

function log(level: LogLevel, text: string): void {
  lines++;
  if (lines < limits.pluginLogLines) post({ kind: 'log', level, text: bounded(text, limits.pluginLogChars) });
  if (lines === limits.pluginLogLines)
    post({ kind: 'log', level: 'warn', text: 'more than one call may log' });
}

/** As long as the server takes it. */
function trace({ rule, matched, rows, why }: RuleTrace): void {
  if (!running?.asked.trace || rules.length >= limits.pluginRules) return;
  rules.push({
    rule: bounded(rule, limits.nameChars),
    matched,
    rows: rows.filter(Number.isSafeInteger).slice(0, limits.maxRows),
    ...(why !== undefined && { why: bounded(why, limits.pluginLogChars) }),
  });
}

function fail(reason: FailureReason, message: string, calls = ''): void {
  const text = { reason, message: bounded(message), calls: bounded(calls) };
  post({ kind: 'failed', ...(running && { id: running.id }), ...text });
}

function load(message: Extract<ToWorker, { kind: 'load' }>): void {
  const { sources, version, vocabulary } = message;
  permissions = new Set(message.permissions);
  const current = () => running?.asked;
  const context: HostContext = {
    plugin: sources.name,
    version,
    permissions,
    vocabulary,
    current,
    log,
    trace,
  };
  const made = new Script({
    modules: sources.modules,
    lastSeen: message.lastSeen,
    clock: systemClock,
    print: (text) => log('info', text),
    end: (reason, text, calls) => {
      fail(reason, text, calls);
      side.end();
    },
  });
  made.define('ptywright', hostTable(context));
  made.prepare('ptywright', prelude, 'ptywright');
  const exports = made.load();
  const tooLong = exports.find((name) => name.length > limits.nameChars);
  if (exports.length > limits.pluginExports || tooLong !== undefined)
    return fail('shape', `main.lua returns more than ${limits.pluginExports} functions, or longer names`);
  script = made;
  post({ kind: 'loaded', exports });
}

function call({ id, asked }: Extract<ToWorker, { kind: 'call' }>): void {
  running = { id, asked };
  rules = [];
  const given = { context: () => contextOf(asked, permissions), params: () => asked.params ?? {} };
  const order = asked.args.split(', ') as (keyof typeof given)[];
  const value = script!.call(
    asked.function,
    order.map((name) => given[name]()),
  );
  // Nil has no JSON: the answer has no value then.
  const json = JSON.stringify(value) ?? '';
  if (json.length > limits.pluginValueBytes) return fail('shape', 'the value is too large as JSON');
  post({ kind: 'answered', id, json: `{${json && `"value":${json},`}"trace":${JSON.stringify(rules)}}` });
}

/** Every message from the server is one of ours. */
function take(message: ToWorker): void {
  lines = 0;
  try {
    if (message.kind === 'load') load(message);
    else call(message);
  } catch (problem) {
    const { message: text } = problem as Error;
    if (problem instanceof ScriptError) fail(problem.reason, text, problem.calls);
    else fail('error', text);
  } finally {
    running = undefined;
  }
}

boundBytes();
side.onMessage((message) => take(message as ToWorker));
const thread = thisThread();
post({ kind: 'ready', ...(thread !== undefined && { thread }) });
