/** A channel over real streams in one process: takes bytes, and returns the output as frames. */
import { Duplex, PassThrough } from 'node:stream';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import type { ChannelLimits, ChannelTimer } from '#rpc/channel.ts';
import { Channel, type ChannelHandlers, type CloseReason } from '#rpc/channel.ts';
import { createProtocolError, type Envelope, type RpcMessage, type RpcRequest } from '#rpc/envelope.ts';
import { createFrameReader, encodeFrame, type Framing } from '#rpc/framing.ts';

export interface Setting {
  readonly framing?: Framing;
  readonly envelope?: Envelope;
  readonly limits?: Partial<ChannelLimits>;
  readonly timer?: ChannelTimer;
  readonly framesExpire?: boolean;
  readonly methods?: ReadonlyMap<string, { readonly waits?: true }>;
  /** How the server handles a message. Defaults to `answers`. */
  readonly handle?: (message: RpcMessage, channel: Channel) => void;
}

export interface Conversation {
  readonly input: PassThrough;
  readonly channel: Channel;
  readonly taken: readonly RpcMessage[];
  readonly closed: Promise<CloseReason>;
  readonly drained: () => number;
  say(...frames: readonly unknown[]): void;
  /** Ends the input. Resolves with all output until the channel closed, parsed. */
  rest(): Promise<unknown[]>;
  /** The output so far, once this turn and the streams have settled. */
  soFar(): Promise<unknown[]>;
}

/** The methods in the examples of the JSON-RPC specification. */
const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
  subtract: (params) => {
    const [a, b] = Array.isArray(params) ? params : Object.values(named(params));
    return a - b;
  },
  sum: (params) => (params as number[]).reduce((sum, next) => sum + next, 0),
  get_data: () => ['hello', 5],
  echo: (params) => params,
};

const named = (params: unknown) => {
  const { minuend, subtrahend } = params as { minuend: number; subtrahend: number };
  return { minuend, subtrahend };
};

export function answers(message: RpcMessage, channel: Channel): void {
  if (!('method' in message) || !('id' in message)) return;
  const { id, method, params } = message as RpcRequest;
  const operation = methods[method];
  if (operation) channel.reply(id as number, { result: operation(params) });
  else channel.reply(id as number, { error: { code: -32601, message: 'Method not found' } });
}

export function converse(setting: Setting = {}): Conversation {
  const { framing = 'ndjson', handle = answers } = setting;
  const input = new PassThrough();
  const output = new PassThrough();
  const out: Buffer[] = [];
  output.on('data', (chunk: Buffer) => out.push(chunk));
  const taken: RpcMessage[] = [];
  let drained = 0;
  let close: (why: CloseReason) => void;
  const closed = new Promise<CloseReason>((resolve) => {
    close = resolve;
  });
  const handlers: ChannelHandlers = {
    message(message) {
      taken.push(message);
      handle(message, channel);
    },
    drained: () => drained++,
    closed: (why) => close(why),
  };
  const channel = new Channel(
    {
      input,
      output,
      framing,
      envelope: setting.envelope,
      limits: { ...limits, ...setting.limits },
      timer: setting.timer ?? systemClock,
      framesExpire: setting.framesExpire ?? false,
      methods: setting.methods,
    },
    handlers,
  );
  const readMessages = () => frames(Buffer.concat(out), framing);
  return {
    input,
    channel,
    taken,
    closed,
    drained: () => drained,
    say(...texts) {
      for (const text of texts) input.write(encodeFrame(framing, asJson(text)));
    },
    rest: async () => {
      input.end();
      await closed;
      return readMessages();
    },
    soFar: async () => {
      await settled();
      return readMessages();
    },
  };
}

const asJson = (frame: unknown) => (typeof frame === 'string' ? frame : JSON.stringify(frame));

/** Parses the bytes of a whole stream. Throws on invalid frames. */
export function frames(bytes: Buffer, framing: Framing): unknown[] {
  const values: unknown[] = [];
  const reader = createFrameReader(
    framing,
    { ...limits, frameBytes: 1e9, jsonDepth: 1000 },
    {
      value: (value) => values.push(value),
      refused: (reason) => {
        throw new Error(`the channel wrote what is no frame: ${reason}`);
      },
    },
  );
  reader.push(bytes);
  reader.end();
  return values;
}

/** Waits several turns of the event loop, so that in-process streams have passed everything on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const failure = (
  reason: Parameters<typeof createProtocolError>[0],
  id: unknown = null,
  more?: { path: string },
) => ({
  jsonrpc: '2.0',
  id,
  error: createProtocolError(reason, limits, more),
});

/** A timer that fires on request, for what depends on time. */
export function handTimer() {
  const due = new Map<() => void, number>();
  return {
    armed: () => [...due.values()],
    fire() {
      for (const then of [...due.keys()]) then();
    },
    after: (ms: number, then: () => void) => {
      due.set(then, ms);
      return { dispose: () => void due.delete(then) };
    },
  };
}

/** A stream that accepts no writes until it is released. */
export function clot() {
  const waiting: (() => void)[] = [];
  let bytes = 0;
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, taken) {
      bytes += chunk.length;
      waiting.push(taken);
    },
  });
  return { stream, bytes: () => bytes, take: () => waiting.shift()?.(), waiting: () => waiting.length };
}

/** A request to `echo`, its reply, and a server that leaves it pending. */
export const call = (id: unknown, method = 'echo', params: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const echoed = (id: unknown, result: unknown = {}) => ({ jsonrpc: '2.0', id, result });
export const cancel = (params?: unknown) => ({ jsonrpc: '2.0', method: '$/cancelRequest', params });
export const never = () => {};
