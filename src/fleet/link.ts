/**
 * A reliable byte stream between a gateway and a host over messages that may be lost. Both sides number their messages,
 * keep them until they are acknowledged, and send them again when a message is missing or a connection to the broker
 * was lost. Nothing is delivered twice. Acknowledgements travel with data, in the beats of the gateway, or alone after
 * much data, so a call costs one message each way.
 */
import { Duplex } from 'node:stream';
import { limits } from '#limits.ts';

/**
 * data: a numbered piece of the stream; end: numbered, the last piece; ack: the reader took everything up to a number;
 * sync: what one side sent and received, so that the other sends what is missing; gone: the stream is unknown or broken.
 */
const kinds = { data: 'D', end: 'E', ack: 'A', sync: 'S', gone: 'X' } as const;
type Kind = keyof typeof kinds;
const kindOf = new Map<string, Kind>(Object.entries(kinds).map(([kind, letter]) => [letter, kind as Kind]));

export interface LinkMessage {
  readonly kind: Kind;
  /** The number of a piece, or of the last piece sent. */
  readonly number: number;
  /** What the reader of the other side has taken. */
  readonly taken: number;
  /** In a `sync`, the last piece that the other side received. */
  readonly body: Uint8Array;
}

/** The head is a line of text: a letter and two numbers. */
export function encodeLinkMessage(kind: Kind, number = 0, taken = 0, body?: Uint8Array): Uint8Array {
  const head = Buffer.from(`${kinds[kind]}${number} ${taken}\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

/** Returns undefined for a message that no link sends. */
export function decodeLinkMessage(payload: Uint8Array): LinkMessage | undefined {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const end = bytes.indexOf(0x0a);
  const head = /^([A-Z])(\d{1,15}) (\d{1,15})$/.exec(bytes.toString('latin1', 0, Math.min(end, 40)));
  const kind = head && kindOf.get(head[1]!);
  if (!kind) return undefined;
  return { kind, number: Number(head[2]), taken: Number(head[3]), body: bytes.subarray(end + 1) };
}

/** Numbers of pieces: the last one sent, received, and taken by the reader. */
export type LinkPosition = readonly [sent: number, received: number, taken: number];

interface Piece {
  readonly number: number;
  readonly kind: 'data' | 'end';
  readonly body: Uint8Array;
}

export class Link extends Duplex {
  readonly #publish: (payload: Uint8Array) => void;
  /** Sent and not acknowledged, oldest first. */
  #unacknowledged: Piece[] = [];
  #unacknowledgedBytes = 0;
  /** Continues a write that waits for room in the window. */
  #onRoom: (() => void) | undefined;
  #sent = 0;
  #received = 0;
  /** The last piece that the reader of this stream took. */
  #taken = 0;
  #takenBytes = 0;
  #acknowledged = 0;
  /** Received and not taken. */
  #incoming: Piece[] = [];
  #incomingBytes = 0;
  #reading = false;
  /** A `sync` that reports a gap was sent for this number. */
  #gapReported = -1;
  #noResponders = false;

  constructor(publish: (payload: Uint8Array) => void) {
    super();
    this.#publish = publish;
  }

  /** Whether the other side has to learn something, or to acknowledge something. */
  get unsettled(): boolean {
    return this.#unacknowledged.length > 0 || this.#taken > this.#acknowledged;
  }

  /** The last piece that was sent had no receiver, and no other piece is on its way. */
  get undelivered(): boolean {
    return this.#noResponders && this.#unacknowledged.length === 1;
  }

  noteNoResponders(): void {
    this.#noResponders = true;
  }

  /** What a `sync` of this side reports. */
  get position(): LinkPosition {
    return [this.#sent, this.#received, this.#taken];
  }

  handle({ kind, number, taken, body }: LinkMessage): void {
    if (this.destroyed) return;
    if (kind === 'gone') return void this.destroy(new Error('the other side closed the link'));
    if (kind === 'sync') return this.sync(number, Number(Buffer.from(body).toString('latin1')), taken);
    this.#release(taken);
    if (kind === 'data' || kind === 'end') this.#receive({ kind, number, body });
  }

  /** The other side has sent, received and taken pieces up to these numbers. */
  sync(...[sent, received, taken]: LinkPosition): void {
    this.#release(taken);
    for (const piece of this.#unacknowledged) if (piece.number > received) this.#send(piece);
    if (sent > this.#received) this.sendSync();
    else if (this.#taken > this.#acknowledged) this.#acknowledge();
  }

  sendSync(): void {
    const received = Buffer.from(String(this.#received));
    this.#publish(encodeLinkMessage('sync', this.#sent, this.#taken, received));
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const write = () => {
      this.#append('data', chunk);
      done();
    };
    if (this.#unacknowledgedBytes < limits.linkWindowBytes) write();
    else this.#onRoom = write;
  }

  override _final(done: () => void): void {
    this.#append('end', new Uint8Array());
    done();
  }

  override _read(): void {
    this.#reading = true;
    this.#deliver();
  }

  override _destroy(problem: Error | null, done: (problem: Error | null) => void): void {
    this.#onRoom = undefined;
    this.#publish(encodeLinkMessage('gone'));
    done(problem);
  }

  #append(kind: Piece['kind'], body: Uint8Array): void {
    const piece = { kind, body, number: ++this.#sent };
    this.#unacknowledged.push(piece);
    this.#unacknowledgedBytes += body.length;
    this.#send(piece);
  }

  #send({ kind, number, body }: Piece): void {
    this.#acknowledged = this.#taken;
    this.#takenBytes = 0;
    this.#publish(encodeLinkMessage(kind, number, this.#taken, body));
  }

  #release(taken: number): void {
    while (this.#unacknowledged[0] && this.#unacknowledged[0].number <= taken)
      this.#unacknowledgedBytes -= this.#unacknowledged.shift()!.body.length;
    const write = this.#onRoom;
    if (!write || this.#unacknowledgedBytes >= limits.linkWindowBytes) return;
    this.#onRoom = undefined;
    write();
  }

  #receive(piece: Piece): void {
    if (piece.number <= this.#received) return;
    if (piece.number > this.#received + 1) {
      if (this.#gapReported === this.#received) return;
      this.#gapReported = this.#received;
      return this.sendSync();
    }
    this.#received = piece.number;
    this.#incoming.push(piece);
    this.#incomingBytes += piece.body.length;
    this.#deliver();
    // The other side stops at one window and a part of a write.
    if (this.#incomingBytes > 2 * limits.linkWindowBytes)
      this.destroy(new Error('the other side sent more than it may'));
  }

  #deliver(): void {
    while (this.#reading && this.#incoming.length > 0) {
      const { kind, number, body } = this.#incoming.shift()!;
      this.#taken = number;
      this.#takenBytes += body.length;
      this.#incomingBytes -= body.length;
      this.#reading = this.push(kind === 'end' ? null : body);
    }
    if (this.#takenBytes >= limits.linkWindowBytes / 4) this.#acknowledge();
  }

  #acknowledge(): void {
    this.#acknowledged = this.#taken;
    this.#takenBytes = 0;
    this.#publish(encodeLinkMessage('ack', 0, this.#taken));
  }
}
