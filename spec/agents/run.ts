/** One run: drives a real program of one version through a ptywright server, step by step through a scenario. */
import { existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStdio, Refusal, type StdioServer } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { agentNamed } from './agents.ts';
import { type Agent, stubEvents } from './program/agent.ts';
import { environmentOf } from './program/environment.ts';
import type { Program } from './program/install.ts';
import { endLeftovers } from './program/leftovers.ts';
import { type Folders, makeFolders, removeFolders } from './program/places.ts';
import { Truth } from './program/truth.ts';
import { Album } from './record/album.ts';
import type { Operation, Scenario, Step } from './scenarios/scenario.ts';
import type { Variant, VariantName } from './scenarios/variants.ts';
import { judge, redacted } from './score/againstFile.ts';
import { broken } from './score/outcome.ts';
import { Processor } from './score/processor.ts';
import { type Played, type StepPlayed, scoreStep, throughOf } from './score/step.ts';
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
  readonly #truth = new Truth(this.#folders.hooks);
  readonly #server: StdioServer = connectStdio(process.execPath, [bin, 'serve', '--stdio']);
  readonly #ended = new Promise((resolve) => this.#server.process.once('exit', resolve));
  readonly #album: Album | undefined;
  readonly #processor = new Processor([process.pid, this.#server.process.pid!]);
  readonly #timeline: Timeline;
  readonly #sent: string[] = [];
  /** Ids of the dialogs that were seen, without consecutive duplicates. */
  readonly #dialogs: string[] = [];
  #adapter = '';
  #session = '';
  /** Of the output and the keys. */
  #recording: string | undefined;
  /** At the end of the last step. */
  #state: string | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#agent = agentNamed(options.program.agent);
    this.#stub = new Stub(this.#folders, { ...this.#agent, notify: this.notify() });
    const { record, variant, scenario, variantName, program } = options;
    const name = [program.version, scenario.name, ...(variantName === 'plain' ? [] : [variantName])].join(
      '-',
    );
    const { rows, cols } = variant;
    if (record !== undefined)
      this.#album = new Album({ folder: record, name, rows, cols, paths: [this.#folders.base] });
    this.#timeline = new Timeline(this.#server.client, this.#processor, {
      printed: (text) => this.#album?.printed(text),
      said: ({ lastIntent }) => this.#album?.intended(lastIntent),
    });
  }

  async play(): Promise<Played> {
    const { program, scenario, variantName } = this.#options;
    const steps: StepPlayed[] = [];
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
    const came = { steps, ...(problem !== undefined && { problem }) };
    this.#album?.save(!broken(came));
    this.#album?.close();
    const left = endLeftovers(this.#folders.base);
    // After a failed step, the remaining expectations are unknown.
    const file = broken(came) || this.#isMisdrawn() ? undefined : this.#againstFile();
    removeFolders(this.#folders);
    return {
      agent: program.agent,
      version: program.version,
      scenario: scenario.name,
      variant: variantName,
      ...came,
      skipped: scenario.steps.length - steps.length,
      ...(file && { file }),
      left,
      strange: [...new Set(this.#stub.strange)],
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

  async #step(step: Step): Promise<StepPlayed> {
    const { calls } = this.#server.client;
    const begun = {
      ...this.#timeline.point(),
      events: this.#truth.events.length,
      said: [this.#timeline.now?.state, this.#state].filter((state) => state !== undefined),
      turns: this.#timeline.messages.turns.length,
    };
    this.#album?.through(throughOf(step));
    let refusal: string | undefined;
    let missing: readonly string[] = [];
    try {
      for (const operation of [step.do ?? []].flat()) await this.#do(operation);
      await this.#reach(step);
      // Hooks are separate processes, so their reports arrive after the screen changes.
      missing = await this.#truth.wait(this.#known(step.truth), begun.events, this.#options.stepMs);
      // The first match may have been the previous state.
      await this.#reach(step);
    } catch (problem) {
      refusal = problem instanceof Refusal ? refusalText(problem) : String(problem);
    }
    const reached = this.#timeline.point();
    if (this.#album && !refusal) await this.#settle(step);
    const gone = step.state === 'exited';
    const state = gone ? undefined : (await calls.adapter.state({ adapter: this.#adapter })).state;
    const screen = (await calls.adapter.inspect({ adapter: this.#adapter })).plain_text;
    const dialog = state?.metadata['dialog_id'];
    if (typeof dialog === 'string' && dialog !== this.#dialogs.at(-1)) this.#dialogs.push(dialog);
    this.#keepScreen(step, state?.state);
    this.#state = state?.state;
    return scoreStep(step, {
      begun,
      reached,
      ended: this.#timeline.point(),
      refusal,
      missing,
      events: this.#truth.since(begun.events),
      state,
      timeline: this.#timeline,
      turns: this.#timeline.messages.turns.slice(begun.turns),
      served: this.#stub.served,
      files: this.#filesOf(step),
      screen,
    });
  }

  async #do(operation: Operation): Promise<void> {
    const { calls } = this.#server.client;
    if ('intent' in operation) {
      const dialog_id = { this: this.#dialogs.at(-1), before: this.#dialogs.at(-2) }[
        operation.dialog ?? 'this'
      ];
      await this.#intend(operation.intent, { ...operation.params, ...(operation.dialog && { dialog_id }) });
    } else if ('keys' in operation)
      for (const action of operation.keys) await calls.session.input({ session: this.#session, action });
    else if ('open' in operation) await this.#stub.gates.open(operation.open, this.#options.stepMs);
    else if ('rest' in operation)
      await calls.session.wait({
        session: this.#session,
        matcher: { type: 'screen_stable', value: { min_ms: operation.rest } },
        timeout_ms: this.#options.stepMs,
      });
    else if ('write' in operation)
      writeFileSync(join(this.#folders.cwd, operation.write), operation.kept ? this.#stub.kept : '');
    else this.#stub.kept = (await calls.adapter.inspect({ adapter: this.#adapter })).plain_text;
  }

  async #intend(intent: string, given: Readonly<Record<string, unknown>>): Promise<void> {
    const accepts = this.#agent.hides && answers.has(intent) && { accept_unseen: true };
    const params: typeof given = { ...accepts, ...given };
    await this.#server.client.calls.adapter.send({ adapter: this.#adapter, intent, params });
    if (typeof params['prompt'] === 'string') this.#sent.push(params['prompt']);
  }

  #isMisdrawn(): boolean {
    const { scenario, variantName } = this.#options;
    const { misdrawn = [] } = scenario;
    return misdrawn === true || misdrawn.includes(variantName);
  }

  #againstFile() {
    const written = this.#agent.written?.(this.#folders);
    if (!written) return undefined;
    const visible = this.#options.record === undefined ? redacted(written) : written;
    return judge(this.#sent, this.#timeline.account, visible);
  }

  /** Without hooks, the stub is the only witness. */
  notify() {
    if (this.#agent.events !== stubEvents) return undefined;
    return (name: string, prompt?: string) =>
      this.#truth.receive({ name, at: systemClock.wall(), tool: undefined, prompt });
  }

  /** The events of a step that this agent reports. */
  #known(names: readonly string[] = []): readonly string[] {
    return names.filter((name) => this.#agent.events.has(name));
  }

  async #reach({ state, sees, timeoutMs = this.#options.stepMs }: Step): Promise<void> {
    const { calls } = this.#server.client;
    const session = this.#session;
    if (sees !== undefined)
      await calls.session.wait({
        session,
        matcher: { type: 'contains_text', value: sees },
        timeout_ms: timeoutMs,
      });
    if (state === 'exited')
      await calls.session.wait({ session, matcher: { type: 'process_exited' }, timeout_ms: timeoutMs });
    else await calls.adapter.wait({ adapter: this.#adapter, states: [state].flat(), timeout_ms: timeoutMs });
  }

  /** Waits for a saved screen to come to rest, where it does. Otherwise its stable time would depend on the machine. */
  async #settle({ state }: Step): Promise<void> {
    if (state === 'thinking' || state === 'exited') return;
    const matcher = { type: 'screen_stable', value: { min_ms: restMs } } as const;
    await this.#server.client.calls.session
      .wait({ session: this.#session, matcher, timeout_ms: restMs * 5 })
      .catch(() => undefined);
  }

  #keepScreen({ state: expected, picture, metadata }: Step, said: string | undefined): void {
    // The program has exited, so no state was read.
    if (said === undefined) return;
    const states: readonly string[] = [expected].flat();
    const state = states.includes(said) ? said : states[0]!;
    const { program, variantName, scenario } = this.#options;
    const remark = `${program.version}, ${scenario.name}, ${variantName}`;
    this.#album?.mark(state);
    if (picture !== undefined) this.#album?.picture(picture, state, { remark, metadata });
  }

  #filesOf({ files = {} }: Step): readonly string[] {
    return Object.entries(files).flatMap(([name, expected]) =>
      existsSync(join(this.#folders.cwd, name)) === expected
        ? []
        : [`${name} is ${expected ? 'not there' : 'there'}`],
    );
  }

  async #end(): Promise<void> {
    this.#stub.close();
    if (this.#recording !== undefined) {
      const { text } = await this.#server.client.calls.recording.stop({ recording: this.#recording });
      this.#album?.keyed(text ?? '');
    }
    await this.#server.client.close();
    await this.#ended;
    this.#truth.close();
  }
}

/** Longer than the stable time that any plugin waits for. */
const restMs = 900;

const answers: ReadonlySet<string> = new Set(['approve', 'choose_option']);

const refusalText = ({ message, data }: Refusal) =>
  `${message} ${JSON.stringify(data, (key, value) => (key === 'screen' ? undefined : value))}`;
