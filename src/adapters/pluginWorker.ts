/** Main program of a plugin worker: one script, loaded once, whose functions are called one at a time. */

import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { currentThreadId } from '#platform/eventLoop.ts';
import { installBoundedArrays } from '#platform/lua/memory.ts';
import { type Progress, Script, ScriptError } from '#platform/lua/script.ts';
import { truncate } from '#platform/lua/stackTrace.ts';
import { openWorkerPort } from '#platform/workerThread.ts';
import { createContext } from './host/context.ts';
import type { HostContext, LogLevel, PluginCall, RuleTrace } from './host/declaration.ts';
import { hostTable, luaPrelude } from './host/hostTable.ts';
import { intentBody } from './host/intent.ts';
import type { FailureReason, ToWorker, WorkerMessage } from './pluginInstance.ts';

const mainThread = openWorkerPort();
const post = (message: WorkerMessage) => mainThread.post(message);

let runningCall: { readonly id: number; readonly call: PluginCall } | undefined;
let logLines = 0;
let ruleTraces: RuleTrace[] = [];
let permissions: ReadonlySet<string> = new Set();
let script: Script | undefined;

function log(level: LogLevel, text: string): void {
  logLines++;
  if (logLines < limits.pluginLogLines)
    post({ kind: 'log', level, text: truncate(text, limits.pluginLogChars) });
  if (logLines === limits.pluginLogLines)
    post({ kind: 'log', level: 'warn', text: 'log limit of one call reached: further messages are dropped' });
}

/** Records a rule trace, within the limits that the server accepts. */
function trace({ rule, matched, rows, why }: RuleTrace): void {
  if (!runningCall?.call.trace || ruleTraces.length >= limits.pluginRules) return;
  ruleTraces.push({
    rule: truncate(rule, limits.nameChars),
    matched,
    rows: rows.filter(Number.isSafeInteger).slice(0, limits.maxRows),
    ...(why !== undefined && { why: truncate(why, limits.pluginLogChars) }),
  });
}

function postFailure(reason: FailureReason, message: string, calls = ''): void {
  const text = { reason, message: truncate(message), calls: truncate(calls) };
  post({ kind: 'failed', ...(runningCall && { id: runningCall.id }), ...text });
}

function loadPlugin(message: Extract<ToWorker, { kind: 'load' }>): void {
  const { sources, compiled, version, vocabulary } = message;
  permissions = new Set(message.permissions);
  const current = () => runningCall?.call;
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
    compiled,
    lastSeen: message.lastSeen,
    clock: systemClock,
    print: (text) => log('info', text),
    end: (reason, text, calls) => {
      postFailure(reason, text, calls);
      mainThread.end();
    },
  });
  made.define('ptywright', hostTable(context));
  made.runChunk('ptywright', luaPrelude, 'ptywright');
  made.wrapCoroutines('ptywright', intentBody);
  const exports = made.load();
  const tooLong = exports.find((name) => name.length > limits.nameChars);
  if (exports.length > limits.pluginExports || tooLong !== undefined)
    return postFailure(
      'shape',
      `main.lua returns more than ${limits.pluginExports} functions, or a function with a name that is too long`,
    );
  script = made;
  post({ kind: 'loaded', exports, compiled: made.takeCompiled() });
}

function callFunction({ id, call }: Extract<ToWorker, { kind: 'call' }>): void {
  runningCall = { id, call };
  ruleTraces = [];
  const { value, suspended, line } = runCall(call);
  // Nil has no JSON form. The answer then has no value.
  const json = JSON.stringify(value) ?? '';
  if (json.length > limits.pluginValueBytes) return postFailure('shape', 'the value is too large as JSON');
  const rest = JSON.stringify({ suspended, line, trace: ruleTraces });
  post({ kind: 'answered', id, json: json === '' ? rest : `{"value":${json},${rest.slice(1)}` });
}

function runCall(call: PluginCall): Progress {
  const given = { context: () => createContext(call, permissions), params: () => call.params ?? {} };
  if (call.coroutine === 'resume') return script!.resume([given.context(), call.answer]);
  const order = call.args.split(', ') as (keyof typeof given)[];
  const args = order.map((name) => given[name]());
  if (call.coroutine === 'start') return script!.start(call.function, args);
  return { value: script!.call(call.function, args), suspended: false };
}

/** Messages from the server are trusted. */
function handleMessage(message: ToWorker): void {
  logLines = 0;
  try {
    if (message.kind === 'load') loadPlugin(message);
    else callFunction(message);
  } catch (problem) {
    const { message: text } = problem as Error;
    if (problem instanceof ScriptError) postFailure(problem.reason, text, problem.calls);
    else postFailure('error', text);
  } finally {
    runningCall = undefined;
  }
}

installBoundedArrays();
mainThread.onMessage((message) => handleMessage(message as ToWorker));
const thread = currentThreadId();
post({ kind: 'ready', ...(thread !== undefined && { thread }) });
