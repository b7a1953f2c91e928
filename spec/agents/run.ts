/** Runs one scenario with a real agent of one version, driven by a ptywright server. */
import { existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStdio, Refusal, type StdioServer } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { agentNamed } from './agents.ts';
import { type Agent, stubEvents } from './program/agent.ts';
import { environmentOf } from './program/environment.ts';
import { type Folders, makeFolders, removeFolders } from './program/folders.ts';
import { HookEvents } from './program/hookEvents.ts';
import type { Program } from './program/install.ts';
import { killLeftovers } from './program/leftovers.ts';
import { RunRecorder } from './runRecorder.ts';
import type { Operation, Scenario, Step } from './scenarios/scenario.ts';
import type { Variant, VariantName } from './scenarios/variants.ts';
import { incomplete } from './score/outcome.ts';
import { Processor } from './score/processor.ts';
import { redactTurns, scoreSessionFile } from './score/sessionFileScore.ts';
import { type RunResult, type StepResult, scoreStep, throughOf } from './score/step.ts';
import { Stub } from './stub/stub.ts';
import { Timeline } from './timeline.ts';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));

export interface RunOptions {
  readonly program: Program;
  readonly scenario: Scenario;
  readonly variantName: VariantName;
  readonly variant: Variant;
  /** Folder for recordings. */
  readonly record?: string | undefined;
  readonly stepMs: number;
}

export class Run {
  readonly #options: RunOptions;
  readonly #agent: Agent;
  readonly #folders: Folders = makeFolders();
  readonly #stub: Stub;
  readonly #hookEvents = new HookEvents(this.#folders.hooks);
  readonly #server: StdioServer = connectStdio(process.execPath, [bin, 'serve', '--stdio']);
  readonly #ended = new Promise((resolve) => this.#server.process.once('exit', resolve));
  readonly #recorder: RunRecorder | undefined;
  readonly #processor = new Processor([process.pid, this.#server.process.pid!]);
  readonly #timeline: Timeline;
  readonly #sent: string[] = [];
  /** Ids of the reported dialogs, without consecutive duplicates. */
  readonly #dialogs: string[] = [];
  #adapter = '';
  #session = '';
  /** Id of the recording of the output and the keys. */
  #recording: string | undefined;
  /** The state at the end of the last step. */
  #state: string | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#agent = agentNamed(options.program.agent);
    this.#stub = new Stub(this.#folders, { ...this.#agent, notify: this.#stubNotifier() });
    const { record, variant, scenario, variantName, program } = options;
    const name = [program.version, scenario.name, ...(variantName === 'plain' ? [] : [variantName])].join(
      '-',
    );
    const { rows, cols } = variant;
    if (record !== undefined)
      this.#recorder = new RunRecorder({ folder: record, name, rows, cols, paths: [this.#folders.base] });
    this.#timeline = new Timeline(this.#server.client, this.#processor, {
      output: (text) => this.#recorder?.output(text),
      stateChanged: ({ lastIntent }) => this.#recorder?.setLastIntent(lastIntent),
    });
  }

  async play(): Promise<RunResult> {
    const { program, scenario, variantName } = this.#options;
    const steps: StepResult[] = [];
    let problem: string | undefined;
    try {
      await this.#start();
      for (const step of scenario.steps) {
        steps.push(await this.#step(step));
        if (steps.at(-1)!.failures.length > 0 || steps.at(-1)!.ends) break;
      }
    } catch (thrown) {
      problem = (thrown as Error).message;
    } finally {
      await this.#end();
    }
    const result = { steps, ...(problem !== undefined && { problem }) };
    this.#recorder?.save(!incomplete(result));
    this.#recorder?.close();
    const leftovers = killLeftovers(this.#folders.base);
    // After a failed step, the remaining expectations are unknown.
    const file = incomplete(result) || this.#skipsSessionFile() ? undefined : this.#scoreSessionFile();
    removeFolders(this.#folders);
    return {
      agent: program.agent,
      version: program.version,
      scenario: scenario.name,
      variant: variantName,
      ...result,
      skipped: scenario.steps.length - steps.length,
      ...(file && { file }),
      leftovers,
      unexpectedRequests: [...new Set(this.#stub.unexpectedRequests)],
      load: loadavg()[0]!,
    };
  }

  async #start(): Promise<void> {
    const { program, scenario, variant, record } = this.#options;
    const api = await this.#stub.listen();
    const request = { ...variant.options, ...scenario.options };
    const { version } = program;
    const variables = this.#agent.prepare({ folders: this.#folders, api, version, options: request });
    const { calls } = this.#server.client;
    await calls.server.set_notifications({ enabled: true });
    const { rows, cols } = variant;
    const started = await calls.adapter.start({
      plugin: this.#agent.name,
      program: program.command,
      args: [...program.args, ...(scenario.args ?? this.#agent.args), ...variant.args],
      cwd: this.#folders.cwd,
      env: environmentOf(this.#folders, { ...variables, ...variant.env, ...scenario.env }),
      clear_env: true,
      rows,
      cols,
      // A recording is redacted as a whole when it is saved.
      ...(record !== undefined && { redaction: { enabled: false } }),
    });
    this.#adapter = started.adapter;
    this.#session = started.session;
    if (record !== undefined)
      this.#recording = (await calls.recording.start({ session: this.#session, input: true })).recording;
    this.#processor.include((await calls.session.info({ session: this.#session })).pid);
  }

  async #step(step: Step): Promise<StepResult> {
    const { calls } = this.#server.client;
    const start = {
      ...this.#timeline.point(),
      events: this.#hookEvents.events.length,
      states: [this.#timeline.current?.state, this.#state].filter((state) => state !== undefined),
      turns: this.#timeline.collector.turns.length,
    };
    this.#recorder?.beginStep(throughOf(step));
    let refusal: string | undefined;
    let missing: readonly string[] = [];
    try {
      for (const operation of [step.do ?? []].flat()) await this.#perform(operation);
      await this.#waitForState(step);
      // Hooks are separate processes, so their reports arrive after the screen changes.
      missing = await this.#hookEvents.wait(
        this.#reportedByAgent(step.hooks),
        start.events,
        this.#options.stepMs,
      );
      // The first match may have been the previous state.
      await this.#waitForState(step);
    } catch (problem) {
      refusal = problem instanceof Refusal ? refusalText(problem) : String(problem);
    }
    const reached = this.#timeline.point();
    if (this.#recorder && !refusal) await this.#settle(step);
    const exited = step.state === 'exited';
    const state = exited ? undefined : (await calls.adapter.state({ adapter: this.#adapter })).state;
    const screen = (await calls.adapter.inspect({ adapter: this.#adapter })).plain_text;
    const dialog = state?.metadata['dialog_id'];
    if (typeof dialog === 'string' && dialog !== this.#dialogs.at(-1)) this.#dialogs.push(dialog);
    this.#saveScreen(step, state?.state);
    this.#state = state?.state;
    return scoreStep(step, {
      begun: start,
      reached,
      ended: this.#timeline.point(),
      refusal,
      missing,
      events: this.#hookEvents.since(start.events),
      state,
      timeline: this.#timeline,
      turns: this.#timeline.collector.turns.slice(start.turns),
      served: this.#stub.served,
      files: this.#fileFailures(step),
      screen,
    });
  }

  async #perform(operation: Operation): Promise<void> {
    const { calls } = this.#server.client;
    if ('intent' in operation) {
      const dialog_id = { this: this.#dialogs.at(-1), before: this.#dialogs.at(-2) }[
        operation.dialog ?? 'this'
      ];
      await this.#sendIntent(operation.intent, {
        ...operation.params,
        ...(operation.dialog && { dialog_id }),
      });
    } else if ('keys' in operation)
      for (const action of operation.keys) await calls.session.input({ session: this.#session, action });
    else if ('openGate' in operation) await this.#stub.gates.open(operation.openGate, this.#options.stepMs);
    else if ('stableMs' in operation)
      await calls.session.wait({
        session: this.#session,
        matcher: { type: 'screen_stable', value: { min_ms: operation.stableMs } },
        timeout_ms: this.#options.stepMs,
      });
    else if ('writeFile' in operation)
      writeFileSync(
        join(this.#folders.cwd, operation.writeFile),
        operation.storedScreen ? this.#stub.storedScreen : '',
      );
    else this.#stub.storedScreen = (await calls.adapter.inspect({ adapter: this.#adapter })).plain_text;
  }

  async #sendIntent(intent: string, given: Readonly<Record<string, unknown>>): Promise<void> {
    const accepts = this.#agent.hides && answerIntents.has(intent) && { accept_unseen: true };
    const params: typeof given = { ...accepts, ...given };
    await this.#server.client.calls.adapter.send({ adapter: this.#adapter, intent, params });
    if (typeof params['prompt'] === 'string') this.#sent.push(params['prompt']);
  }

  #skipsSessionFile(): boolean {
    const { scenario, variantName } = this.#options;
    const { skipSessionFile = [] } = scenario;
    return skipSessionFile === true || skipSessionFile.includes(variantName);
  }

  #scoreSessionFile() {
    const written = this.#agent.readStoredTurns?.(this.#folders);
    if (!written) return undefined;
    const visible = this.#options.record === undefined ? redactTurns(written) : written;
    return scoreSessionFile(this.#sent, this.#timeline.report, visible);
  }

  /** An agent without hooks has only the events of the stub. */
  #stubNotifier() {
    if (this.#agent.events !== stubEvents) return undefined;
    return (name: string, prompt?: string) =>
      this.#hookEvents.receive({ name, at: systemClock.wall(), tool: undefined, prompt });
  }

  /** Filters the hooks that this agent reports. */
  #reportedByAgent(names: readonly string[] = []): readonly string[] {
    return names.filter((name) => this.#agent.events.has(name));
  }

  async #waitForState({ state, screenText, timeoutMs = this.#options.stepMs }: Step): Promise<void> {
    const { calls } = this.#server.client;
    const session = this.#session;
    if (screenText !== undefined)
      await calls.session.wait({
        session,
        matcher: { type: 'contains_text', value: screenText },
        timeout_ms: timeoutMs,
      });
    if (state === 'exited')
      await calls.session.wait({ session, matcher: { type: 'process_exited' }, timeout_ms: timeoutMs });
    else await calls.adapter.wait({ adapter: this.#adapter, states: [state].flat(), timeout_ms: timeoutMs });
  }

  /**
   * Waits for a screen that is saved to become stable, except in states that keep changing it. Otherwise the stable time
   * in a recording would depend on the speed of the machine.
   */
  async #settle({ state }: Step): Promise<void> {
    if (state === 'thinking' || state === 'exited') return;
    const matcher = { type: 'screen_stable', value: { min_ms: restMs } } as const;
    await this.#server.client.calls.session
      .wait({ session: this.#session, matcher, timeout_ms: restMs * 5 })
      .catch(() => undefined);
  }

  #saveScreen({ state: expected, picture, metadata }: Step, reported: string | undefined): void {
    // The program has exited, so no state was read.
    if (reported === undefined) return;
    const states: readonly string[] = [expected].flat();
    const state = states.includes(reported) ? reported : states[0]!;
    const { program, variantName, scenario } = this.#options;
    const remark = `${program.version}, ${scenario.name}, ${variantName}`;
    this.#recorder?.mark(state);
    if (picture !== undefined) this.#recorder?.picture(picture, state, { remark, metadata });
  }

  #fileFailures({ files = {} }: Step): readonly string[] {
    return Object.entries(files).flatMap(([name, expected]) =>
      existsSync(join(this.#folders.cwd, name)) === expected
        ? []
        : [`${name} ${expected ? 'does not exist' : 'exists'}`],
    );
  }

  async #end(): Promise<void> {
    this.#stub.close();
    if (this.#recording !== undefined) {
      const { text } = await this.#server.client.calls.recording.stop({ recording: this.#recording });
      this.#recorder?.setKeyRecording(text ?? '');
    }
    await this.#server.client.close();
    await this.#ended;
    this.#hookEvents.close();
  }
}

/** Longer than the stable time that any plugin waits for. */
const restMs = 900;

const answerIntents: ReadonlySet<string> = new Set(['approve', 'choose_option']);

const refusalText = ({ message, data }: Refusal) =>
  `${message} ${JSON.stringify(data, (key, value) => (key === 'screen' ? undefined : value))}`;
