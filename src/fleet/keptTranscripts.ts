/**
 * Redacted transcripts at the broker, for the time after their host is lost. The host sends the output as subscribers
 * get it, and a gateway reads it.
 */
import { sessionTranscript } from '#dialects/ptywright/transcript.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { stripInTurns, textInTurns } from '#redaction/redactInSlices.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { OutputSubscriber } from '#session/outputSubscribers.ts';
import type { Session } from '#session/session.ts';
import { Backlog } from '#session/transcript.ts';
import type { Broker, KeptText } from './broker.ts';
import { toErrorOutcome } from './hostChannel.ts';

interface KeptTranscriptsOptions {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

/** The transcripts that a host sends. A broker that does not take them disturbs no session. */
export class KeptTranscripts {
  readonly #options: KeptTranscriptsOptions;
  readonly #followed = new Map<Session, FollowedSession>();
  readonly #dropping = new Set<Promise<void>>();
  #opening: Promise<void> | undefined;
  #failing = false;

  constructor(options: KeptTranscriptsOptions) {
    this.#options = options;
  }

  /** Sends the output from now on. Unredacted output stays on the host. */
  follow(session: Session): void {
    if (!session.policy.enabled) return;
    const append = (part: KeptText) => this.#append(session.id, part);
    this.#followed.set(session, new FollowedSession(session, this.#options.clock, append));
  }

  /** The session was closed, so it cannot be lost. */
  drop(session: Session): void {
    const followed = this.#followed.get(session);
    if (!followed) return;
    this.#followed.delete(session);
    const dropping = followed
      .stop()
      .then((sent) => (sent ? this.#options.broker.dropKept(session.id) : undefined))
      // What cannot be removed is dropped by its age.
      .catch(() => {});
    this.#dropping.add(dropping);
    void dropping.then(() => this.#dropping.delete(dropping));
  }

  /** Sends nothing more, and leaves what was kept. */
  stop(): void {
    for (const followed of this.#followed.values()) void followed.stop();
    this.#followed.clear();
  }

  /** Resolves when the sessions that were closed are removed. */
  async close(): Promise<void> {
    await Promise.all(this.#dropping);
  }

  async #append(session: string, part: KeptText): Promise<boolean> {
    const { broker, log } = this.#options;
    // The connection would store each attempt until it is back.
    if (!broker.connected) return false;
    try {
      this.#opening ??= broker.openKept();
      await this.#opening;
      await broker.appendKept(session, part);
      this.#failing = false;
      return true;
    } catch (problem) {
      this.#opening = undefined;
      if (!this.#failing) log('the broker does not keep transcripts', { problem: String(problem) });
      this.#failing = true;
      return false;
    }
  }
}

/** Sends the output of one session in parts, the next one when the broker has stored the last. */
class FollowedSession {
  readonly #output: OutputSubscriber;
  readonly #clock: Clock;
  readonly #append: (part: KeptText) => Promise<boolean>;
  readonly #updates: Disposable;
  #timer: Disposable | undefined;
  /** Is sent, or will be sent again. */
  #part: KeptText | undefined;
  #sending: Promise<void> | undefined;
  #stopped = false;

  constructor(session: Session, clock: Clock, append: (part: KeptText) => Promise<boolean>) {
    this.#clock = clock;
    this.#append = append;
    this.#output = session.outputSubscribers.subscribe();
    this.#updates = session.onUpdate((update) => {
      if (update === 'output' && !this.#part) this.#schedule(limits.keptFlushMs);
    });
  }

  /** Resolves when nothing more is sent, to whether the broker may have a part. */
  async stop(): Promise<boolean> {
    this.#stopped = true;
    disposeAll([this.#updates, this.#output, ...(this.#timer ? [this.#timer] : [])]);
    await this.#sending;
    return this.#sending !== undefined;
  }

  #schedule(ms: number): void {
    this.#timer ??= this.#clock.after(ms, () => {
      this.#timer = undefined;
      if (this.#part || this.#output.hasOutput) this.#sending = this.#send(this.#part ?? this.#output.read());
    });
  }

  async #send(part: KeptText): Promise<void> {
    this.#part = part;
    const stored = await this.#append(part);
    if (stored) this.#part = undefined;
    if (this.#stopped) return;
    if (!stored) this.#schedule(limits.hostBeatMs);
    else if (this.#output.hasOutput) this.#schedule(limits.keptFlushMs);
  }
}

const KeptParams = sessionTranscript.params.omit({ session: true }).strip();

/**
 * Answers `session.transcript` or `adapter.transcript` from what was kept of a session. Resolves to undefined if nothing
 * was, or if the call needs the host: for markers, unredacted text or rules of the caller.
 */
export async function readKept(
  source: KeptSource,
  session: string,
  params: RequestParams | undefined,
): Promise<RpcOutcome | undefined> {
  const { data } = KeptParams.safeParse(params);
  if (!data?.redact || data.redaction || data.from !== undefined || data.to !== undefined) return undefined;
  const { since, max_chars = limits.replyChars, strip_escapes } = data;
  const kept = await readParts(source, session);
  if (kept === 'unavailable')
    return toErrorOutcome(fault.Busy({ reason: 'busy', limit: 'transcripts', max: 0 }));
  if (kept.end === 0) return undefined;
  const { text, ...range } = kept.read(since, Math.min(max_chars, limits.replyChars));
  const shown = strip_escapes ? await textInTurns(redaction, await stripInTurns(text)) : text;
  return { result: { text: shown, ...range, markers: {}, lost: true } };
}

interface KeptSource {
  readonly broker: Broker;
  readonly clock: Clock;
}

/** Brokers of a cluster that choose a leader do not answer. */
async function readParts(
  { broker, clock }: KeptSource,
  session: string,
): Promise<KeptTranscript | 'unavailable'> {
  for (let reads = 1; ; reads++) {
    const parts = await broker.readKept(session).catch(() => undefined);
    if (parts) return new KeptTranscript(parts);
    if (reads === limits.keptReads) return 'unavailable';
    await new Promise<void>((resolve) => clock.after(limits.fleetClaimMs / 20, resolve));
  }
}

/** Text that was written in pieces may read as a secret without its escape sequences. */
const redaction = createRedaction(defaultPolicy);

class KeptTranscript {
  readonly #text = new Backlog(limits.maxTranscriptChars);
  /** Cursor after the last missing part. */
  #gapEnd = 0;
  /** Cursor after the last part. */
  end = 0;

  constructor(parts: readonly KeptText[]) {
    for (const { text, to } of parts) {
      const from = to - text.length;
      if (from !== this.end) this.#gapEnd = from;
      this.end = to;
      this.#text.append(text);
    }
  }

  /** Reads from a cursor, or the end. */
  read(since: number | undefined, maxChars: number) {
    const origin = this.end - this.#text.end;
    const from = Math.min(since ?? this.end - maxChars, this.end) - origin;
    const { text, to } = this.#text.read(Math.max(0, from), maxChars);
    const next = to + origin;
    const start = next - text.length;
    return { text, start, next, dropped: since !== undefined && since < this.#gapEnd };
  }
}
