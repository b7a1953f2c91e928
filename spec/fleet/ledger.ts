/** A session that echoes numbered lines, and a client that writes them while parts of the fleet fail. */
import { type Client, Refusal } from '#client/index.ts';
import { times } from '../soak/scale.ts';
import type { ChaosFleet } from './chaosFleet.ts';
import { delay, type MemberProcess, within } from './members.ts';

const program = { program: 'sh', args: ['-c', 'stty -echo; echo ready; exec cat'] };

const ready = { type: 'contains_text', value: 'ready' } as const;
const end = { type: 'contains_text', value: 'end' } as const;

/** Time between two lines, so that a transcript holds a round of a minute. */
const paceMs = times(150, 25);

/** How long a fleet may take to serve again after everything was mended. */
export const recoveryMs = 90_000;

export class Ledger {
  readonly session: string;
  readonly name: string;
  readonly host: MemberProcess;
  readonly #fleet: ChaosFleet;
  /** The start of the host in which the session runs. */
  readonly #start: number;
  readonly #acknowledged: number[] = [];
  readonly #ended: Promise<unknown>;
  #gateway: number;
  #client: Client;
  #connected = true;
  #last = 0;
  #stopped = false;

  private constructor(
    fleet: ChaosFleet,
    host: MemberProcess,
    gateway: number,
    client: Client,
    name: string,
    session: string,
  ) {
    this.#fleet = fleet;
    this.host = host;
    this.#start = host.starts;
    this.name = name;
    this.session = session;
    this.#gateway = gateway;
    this.#client = client;
    this.#follow(client);
    const waited = client.calls.session.wait({ session, matcher: end, timeout_ms: 3_600_000 });
    this.#ended = waited.catch(checkProblem);
  }

  static async open(fleet: ChaosFleet, host: MemberProcess, gateway: number, name: string): Promise<Ledger> {
    const client = await fleet.gateways[gateway]!.connect();
    // Brokers that have just recovered may still refuse names. The call is then repeated.
    const create = (): Promise<{ readonly session: string }> =>
      client.calls.session
        .create({ ...program, name, place: { host: host.name } })
        .catch((problem) =>
          problem instanceof Refusal && problem.is('Busy') ? create() : Promise.reject(problem),
        );
    const created = create();
    const { session } = await within(recoveryMs, `${name} is created`, created);
    await within(recoveryMs, `${session} is ready`, client.calls.session.wait({ session, matcher: ready }));
    return new Ledger(fleet, host, gateway, client, name, session);
  }

  /** Whether the program runs. */
  get alive(): boolean {
    return this.host.running && this.host.starts === this.#start;
  }

  /** Writes lines one after the other until it is stopped. A line without an acknowledgement is not written again. */
  async write(): Promise<void> {
    while (this.alive && !this.#stopped) {
      const number = ++this.#last;
      try {
        await this.#input(`${number}\n`);
        this.#acknowledged.push(number);
        await delay(paceMs);
      } catch (problem) {
        checkProblem(problem);
        await this.#recover();
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Checks what the program got: every acknowledged line, in order, none twice. */
  async check(): Promise<void> {
    const { session } = this;
    await this.#recover();
    await within(recoveryMs, `${session} takes input`, this.#input('end\n'));
    const visible = this.#client.calls.session.wait({ session, matcher: end });
    await within(recoveryMs, `${session} shows the end`, visible);
    await within(recoveryMs, `the wait of ${session} ends`, this.#ended);
    const { text } = await this.#client.calls.session.transcript({ session, since: 0 });
    const lines = text.split('\r\n').slice(1, -2).map(Number);
    const disordered = lines.filter((line, at) => at > 0 && line <= lines[at - 1]!);
    if (disordered.length > 0) throw new Error(`${session} got lines twice or late: ${disordered}`);
    const missing = this.#acknowledged.filter((line) => !lines.includes(line));
    if (missing.length > 0) throw new Error(`${session} lost acknowledged lines: ${missing}`);
  }

  /**
   * Checks what was kept of a session whose host was killed: what was written, from its start, without a gap, and the last
   * part that the broker acknowledged.
   */
  async checkLost(kept: string): Promise<void> {
    const { session } = this;
    await this.#connect();
    const { text, lost } = await this.#client.calls.session.transcript({ session, since: 0 });
    const written = Array.from({ length: this.#last }, (_, at) => `${at + 1}\r\n`).join('');
    if (!lost || !`ready\r\n${written}`.startsWith(text) || !text.includes(kept))
      throw new Error(`${session} has a wrong transcript: ${JSON.stringify({ text, lost, kept })}`);
  }

  async close(): Promise<void> {
    if (this.alive) await this.#client.calls.session.close({ session: this.session });
    await this.#client.close();
  }

  #input(value: string): Promise<unknown> {
    return this.#client.calls.session.input({ session: this.session, action: { type: 'text', value } });
  }

  /** Resolves when the gateway can reach the host, or another gateway if this one is gone. */
  async #recover(): Promise<void> {
    if (!this.alive) return;
    await this.#connect();
    const pulse = this.#fleet.views[this.#gateway]!.nextPulse(this.host.name);
    await within(recoveryMs, `a gateway reaches ${this.host.name} again`, pulse);
  }

  async #connect(): Promise<void> {
    if (this.#connected) return;
    if (!this.#fleet.gateways[this.#gateway]!.running) this.#gateway = 1 - this.#gateway;
    this.#client = await this.#fleet.gateways[this.#gateway]!.connect();
    this.#connected = true;
    this.#follow(this.#client);
  }

  #follow(client: Client): void {
    void client.closed.then(() => {
      if (client === this.#client) this.#connected = false;
    });
  }
}

/** A host that cannot be reached and a gateway that was killed are all that may happen to a call. */
function checkProblem(problem: unknown): void {
  const lost = problem instanceof Refusal ? problem.is('HostUnreachable') : /closed/.test(String(problem));
  if (!lost) throw problem;
}
