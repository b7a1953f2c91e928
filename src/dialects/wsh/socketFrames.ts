/** Frames of the Unix socket: one byte for the type, four for the payload length (big endian), and the payload. */
import { limits } from '#limits.ts';

export const socketFrameTypes = {
  createSession: 0x01,
  createSessionReply: 0x02,
  attachSession: 0x03,
  attachSessionReply: 0x04,
  detach: 0x05,
  resize: 0x06,
  error: 0x07,
  listSessions: 0x08,
  listSessionsReply: 0x09,
  killSession: 0x0a,
  killSessionReply: 0x0b,
  detachSession: 0x0c,
  detachSessionReply: 0x0d,
  getToken: 0x0e,
  getTokenReply: 0x0f,
  ptyOutput: 0x10,
  stdinInput: 0x11,
  ping: 0x14,
  pong: 0x15,
  manageTags: 0x16,
  manageTagsReply: 0x17,
  shutdownServer: 0x18,
  shutdownServerReply: 0x19,
} as const;

export type SocketFrameType = (typeof socketFrameTypes)[keyof typeof socketFrameTypes];

const knownTypes = new Set<number>(Object.values(socketFrameTypes));

export interface SocketFrame {
  readonly type: SocketFrameType;
  readonly payload: Buffer;
}

const headerBytes = 5;

export function encodeSocketFrame(type: SocketFrameType, content: Uint8Array | object): Buffer {
  const payload = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
  const frame = Buffer.allocUnsafe(headerBytes + payload.length);
  frame.writeUInt8(type);
  frame.writeUInt32BE(payload.length, 1);
  frame.set(payload, headerBytes);
  return frame;
}

/** Parses bytes as they arrive. Throws at an invalid frame, after which the stream cannot be read. */
export class SocketFrameReader {
  #pieces: Buffer[] = [];
  #bytes = 0;

  push(bytes: Buffer): readonly SocketFrame[] {
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    const frames: SocketFrame[] = [];
    while (this.#bytes >= headerBytes) {
      const header = this.#peek(headerBytes);
      const type = header.readUInt8();
      const length = header.readUInt32BE(1);
      if (!knownTypes.has(type))
        throw new Error(`unknown frame type 0x${type.toString(16).padStart(2, '0')}`);
      if (length > limits.frameBytes)
        throw new Error(`frame too large: ${length} bytes, at most ${limits.frameBytes}`);
      if (this.#bytes < headerBytes + length) break;
      const whole = this.#peek(headerBytes + length);
      this.#pieces = [whole.subarray(headerBytes + length)];
      this.#bytes -= headerBytes + length;
      frames.push({
        type: type as SocketFrameType,
        payload: whole.subarray(headerBytes, headerBytes + length),
      });
    }
    return frames;
  }

  /** Joins the pieces only when enough bytes have arrived, so that a fragmented frame is copied once. */
  #peek(bytes: number): Buffer {
    if (this.#pieces[0]!.length < bytes) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0]!;
  }
}
