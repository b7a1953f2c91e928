/** Cuts what a program prints into what it tells its terminal besides text, in whatever pieces it comes. */
import { limits } from '../../core/limits.ts';

export interface ControlSink {
  /** `name` is what stands round the parameters: `?h` of `CSI ? 25 h`. */
  control(name: string, params: readonly string[]): void;
  /** What follows the ESC, such as `=` or `(0`. */
  escape(name: string): void;
  command(osc: string): void;
  /** Shift out, or in. */
  shift(out: boolean): void;
}

/** As terminals read them that take bytes for UTF-8: controls of eight bits are none there. */
const functions =
  /(?<shift>[\x0e\x0f])|\x1b(?:\[(?<csi>[^@-~\x18\x1a\x1b]*[@-~])|\](?<osc>[^\x07\x18\x1a\x1b]*)(?=[\x07\x1b])|[\]PX^_][^\x18\x1a\x1b]*(?=[\x18\x1a\x1b])|(?<plain>[ -/]+[0-~]|[0-OQ-WYZ\\`-~])|(?<begun>(?:\[[^@-~\x18\x1a\x1b]*|[\]PX^_][^\x18\x1a\x1b]*|[ -/]*)$))/g;

const round = /^(?<prefix>[<-?]?)(?<params>[\d:;]*)(?<rest>[ -/]*[@-~])$/;

export class Controls {
  readonly #sink: ControlSink;
  /** Of what has begun and not ended no more is kept than it takes to know what it is. */
  #begun = '';

  constructor(sink: ControlSink) {
    this.#sink = sink;
  }

  /** Whether a terminal would take what comes next for the rest of something. */
  get unfinished(): boolean {
    return this.#begun !== '';
  }

  push(bytes: Uint8Array): void {
    const text = this.#begun + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    this.#begun = '';
    for (const found of text.matchAll(functions)) this.#tell(found[0], found.groups!);
  }

  #tell(
    whole: string,
    { shift, csi, osc, plain, begun }: Readonly<Record<string, string | undefined>>,
  ): void {
    if (shift !== undefined) this.#sink.shift(shift === '\x0e');
    else if (csi !== undefined) this.#control(csi);
    else if (osc !== undefined) this.#sink.command(osc);
    else if (plain !== undefined) this.#sink.escape(plain);
    else if (begun !== undefined) this.#begun = whole.slice(0, limits.sequenceChars);
  }

  #control(text: string): void {
    const { prefix, params, rest } = round.exec(text)?.groups ?? {};
    if (rest !== undefined) this.#sink.control(`${prefix}${rest}`, params!.split(';'));
  }
}
