/** One connection of the native dialect from a gateway to a host, over a link. */
import { codes } from '#dialects/ptywright/errors.ts';
import { serverSetNotifications } from '#dialects/ptywright/server.ts';
import { type Fault, type FaultData, fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { Channel } from '#rpc/channel.ts';
import type { RequestParams, RpcMessage, RpcOutcome, RpcReply } from '#rpc/envelope.ts';
import type { Link } from './link.ts';
import { hostOfId } from './subjects.ts';

export type UnreachableReason = FaultData<'HostUnreachable'>['reason'];

export interface HostChannelHandlers {
  notify(method: string, params: RequestParams | undefined): void;
  closed(): void;
}

/** A reply may be as long as the write queue of the host. */
const replyLimits = { ...limits, frameBytes: limits.outboxCloseBytes };

export const toErrorOutcome = ({ name, message, data }: Fault): RpcOutcome => ({
  error: { code: codes[name], message, data: { ...data, fault: name } },
});

/** The data of an error. */
export const dataOf = (outcome: RpcOutcome): Readonly<Record<string, unknown>> =>
  'error' in outcome ? ((outcome.error.data ?? {}) as Record<string, unknown>) : {};

export const isFaultOutcome = (outcome: RpcOutcome, name: string): boolean => dataOf(outcome).fault === name;

const explanations: Readonly<Record<UnreachableReason, string>> = {
  no_responders: 'it is not connected to the broker',
  silent: 'it does not answer',
  link_lost: 'the connection to it broke, and the call may have taken effect',
  unknown_host: 'the fleet has no such host',
  no_broker: 'the gateway has lost the broker of the fleet',
};

export const unreachable = (host: string, reason: UnreachableReason): RpcOutcome =>
  toErrorOutcome(
    fault.HostUnreachable({ host, reason }, `the host ${host} cannot be reached: ${explanations[reason]}`),
  );

export class HostChannel {
  readonly host: string;
  readonly #channel: Channel;
  readonly #link: Link;
  readonly #pending = new Map<number, (outcome: RpcOutcome) => void>();
  #lastId = 0;
  #reason: UnreachableReason = 'link_lost';
  #closed = false;
  #answered = false;

  constructor(host: string, link: Link, clock: Clock, handlers: HostChannelHandlers) {
    this.host = host;
    this.#link = link;
    this.#channel = new Channel(
      { input: link, output: link, framing: 'ndjson', limits: replyLimits, timer: clock },
      {
        message: (message) => this.#handle(message, handlers),
        closed: () => {
          this.#failPending();
          handlers.closed();
        },
      },
    );
  }

  /** Whether the host has sent anything. One with too many links closes new ones at once. */
  get answered(): boolean {
    return this.#answered;
  }

  /** Returns the id of the request, for `cancel`. `reply` is called once. */
  request(method: string, params: RequestParams | undefined, reply: (outcome: RpcOutcome) => void): number {
    const id = ++this.#lastId;
    // The reply to a subscription repeats what the client asked for.
    const repeats = method === serverSetNotifications.name;
    this.#pending.set(id, repeats ? reply : (outcome) => reply(this.#onlyOwn(outcome)));
    if (this.#closed) this.#failPending();
    else this.#channel.request(id, method, params);
    return id;
  }

  cancel(id: number): void {
    if (this.#pending.has(id)) this.#channel.notify('$/cancelRequest', { id });
  }

  notify(method: string, params: RequestParams | undefined): void {
    this.#channel.notify(method, params);
  }

  /** Stops reading, so that the host merges notifications. */
  pause(): void {
    this.#link.pause();
  }

  resume(): void {
    this.#link.resume();
  }

  /** Fails the pending requests with this reason. Only a request that was surely not delivered had no responders. */
  close(reason: UnreachableReason = 'link_lost'): void {
    const isCertain = this.#link.undelivered && this.#pending.size === 1;
    this.#reason = reason === 'no_responders' && !isCertain ? 'link_lost' : reason;
    this.#channel.destroy();
  }

  #handle(message: RpcMessage, handlers: HostChannelHandlers): void {
    this.#answered = true;
    if ('method' in message) {
      if (this.#isOwn(message.params)) handlers.notify(message.method, message.params);
      return;
    }
    const { id } = message;
    const reply = this.#pending.get(id as number);
    this.#pending.delete(id as number);
    reply?.(toOutcome(message));
  }

  #onlyOwn(outcome: RpcOutcome): RpcOutcome {
    const own = 'error' in outcome || this.#isOwn(outcome.result);
    return own ? outcome : unreachable(this.host, 'link_lost');
  }

  /** Whether the host names only what it has itself. A hostile one may claim to speak for another. */
  #isOwn(content: unknown): boolean {
    return idsIn(content).every((id) => hostOfId(id) === this.host);
  }

  #failPending(): void {
    this.#closed = true;
    const replies = [...this.#pending.values()];
    this.#pending.clear();
    const outcome = unreachable(this.host, this.#reason);
    for (const reply of replies) reply(outcome);
  }
}

const idFields = ['session', 'adapter', 'recording', 'viewer'] as const;
const listFields = ['sessions', 'adapters', 'recordings'] as const;

/** The ids in a result or in parameters of a notification, and in the lists in it. */
function idsIn(content: unknown): readonly string[] {
  const listed = listFields.flatMap((field) => fieldOf(content, field) ?? []);
  const holders = [content, ...listed].flatMap((one) => idFields.map((field) => fieldOf(one, field)));
  return [...listed, ...holders].filter((one) => typeof one === 'string');
}

const fieldOf = (content: unknown, field: string): unknown =>
  typeof content === 'object' && content !== null
    ? (content as Readonly<Record<string, unknown>>)[field]
    : undefined;

const toOutcome = (reply: RpcReply): RpcOutcome =>
  'error' in reply ? { error: reply.error } : { result: reply.result };
