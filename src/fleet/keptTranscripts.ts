/**
 * Redacted transcripts and recordings at the broker, for the time after their host is lost. The host sends the output as
 * subscribers get it, and a gateway reads it.
 */

import { sessionTranscript } from '#dialects/ptywright/screen.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Recording } from '#recording/recording.ts';
import { stripInTurns } from '#redaction/escapes.ts';
import { createRedaction, defaultPolicy, textInTurns } from '#redaction/policy.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { Session } from '#session/session.ts';
import { Backlog } from '#session/transcript.ts';
import type { Broker, KeptText } from './broker.ts';
import { toErrorOutcome } from './hostChannel.ts';

interface KeptTranscriptsOptions {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

/** The transcripts and recordings that a host sends. A broker that does not take them disturbs no session. */
export class KeptTranscripts {
  readonly #options: KeptTranscriptsOptions;
  readonly #followed = new Map<Session | Recording, FollowedOutput>();
  readonly #dropping = new Set<Promise<void>>();
  #opening: Promise<void> | undefined;
  #failing = false;

  constructor(options: KeptTranscriptsOptions) {
    this.#options = options;
  }

  /** Sends the output from now on. Unredacted output stays on the host. */
  follow(session: Session): void {
    if (!session.policy.enabled) return;
    const followed = this.#follow(session, session.outputSubscribers.subscribe());
    followed.listen(session.onUpdate((update) => update === 'output' && followed.handleOutput()));
  }

  /** Sends the text of the recording. Its host cannot read one that appends to a file either. */
  followRecording(recording: Recording, output: KeptOutput): void {
    if (recording.raw || recording.appends || !recording.session.policy.enabled) return;
    const followed = this.#follow(recording, output);
    followed.listen(recording.onUpdate(() => followed.handleOutput()));
    followed.handleOutput();
  }

  #follow(source: Session | Recording, output: KeptOutput): FollowedOutput {
    const append = (part: KeptText) => this.#append(source.id, part);
    const followed = new FollowedOutput(output, this.#options.clock, append);
    this.#followed.set(source, followed);
    return followed;
  }

  /** The session was closed, or the recording removed, so it cannot be lost. */
  drop(source: Session | Recording): void {
    const followed = this.#followed.get(source);
    if (!followed) return;
    this.#followed.delete(source);
    const dropping = followed
      .stop()
      .then((sent) => (sent ? this.#options.broker.dropKept(source.id) : undefined))
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

  /** Resolves when what was dropped is removed. */
  async close(): Promise<void> {
    await Promise.all(this.#dropping);
  }

  async #append(id: string, part: KeptText): Promise<boolean> {
    const { broker, log } = this.#options;
    // The connection would store each attempt until it is back.
    if (!broker.connected) return false;
    try {
      this.#opening ??= broker.openKept();
      await this.#opening;
      await broker.appendKept(id, part);
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

export interface KeptOutput extends Disposable {
  readonly hasOutput: boolean;
  /** Returns the next part; undefined if it is not ready yet. */
  read(): KeptText | undefined;
}

/** Sends the output of a session or a recording in parts, the next one when the broker has stored the last. */
class FollowedOutput {
  readonly #output: KeptOutput;
  readonly #clock: Clock;
  readonly #append: (part: KeptText) => Promise<boolean>;
  #updates: Disposable | undefined;
  #timer: Disposable | undefined;
  /** Is sent, or will be sent again. */
  #part: KeptText | undefined;
  #sending: Promise<void> | undefined;
  #stopped = false;

  constructor(output: KeptOutput, clock: Clock, append: (part: KeptText) => Promise<boolean>) {
    this.#clock = clock;
    this.#append = append;
    this.#output = output;
  }

  /** Takes what calls `handleOutput`. */
  listen(updates: Disposable): void {
    this.#updates = updates;
  }

  handleOutput(): void {
    if (!this.#part) this.#schedule(limits.keptFlushMs);
  }

  /** Resolves when nothing more is sent, to whether the broker may have a part. */
  async stop(): Promise<boolean> {
    this.#stopped = true;
    this.#updates?.dispose();
    this.#timer?.dispose();
    this.#output.dispose();
    await this.#sending;
    return this.#sending !== undefined;
  }

  #schedule(ms: number): void {
    this.#timer ??= this.#clock.after(ms, () => {
      this.#timer = undefined;
      const part = this.#part ?? (this.#output.hasOutput ? this.#output.read() : undefined);
      if (part) this.#sending = this.#send(part);
      else if (this.#output.hasOutput) this.#schedule(limits.keptFlushMs);
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
  const parts = await readParts(source, session);
  if (!parts) return unavailable;
  const kept = new KeptTranscript(parts);
  if (kept.end === 0) return undefined;
  const { text, ...range } = kept.read(since, Math.min(max_chars, limits.replyChars));
  const plain = strip_escapes ? await textInTurns(redaction, await stripInTurns(text)) : text;
  return { result: { text: plain, ...range, markers: {}, lost: true } };
}

export interface KeptSource {
  readonly broker: Broker;
  readonly clock: Clock;
}

export const unavailable = toErrorOutcome(fault.Busy({ reason: 'busy', limit: 'transcripts', max: 0 }));

/** Brokers of a cluster that choose a leader do not answer. Resolves to undefined if none does in time. */
export async function readParts(
  { broker, clock }: KeptSource,
  id: string,
): Promise<readonly KeptText[] | undefined> {
  for (let reads = 1; ; reads++) {
    const parts = await broker.readKept(id).catch(() => undefined);
    if (parts) return parts;
    if (reads === limits.keptReads) return undefined;
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
