/** fengari has no types. The used part is typed in lua/fengari.ts. */
declare module 'fengari/src/*.js' {
  const contents: unknown;
  export default contents;
}

/** gifenc has no types. These declarations cover the used part. */
declare module 'gifenc' {
  export interface FrameOptions {
    readonly palette: readonly (readonly [red: number, green: number, blue: number])[];
    /** In milliseconds. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    readonly dispose: number;
  }
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytesView(): Uint8Array;
  }
  export function GIFEncoder(): Encoder;
}

/** subset-font has no types. These declarations cover the used part. */
declare module 'subset-font' {
  export interface SubsetOptions {
    readonly targetFormat: 'truetype';
    readonly noHinting: boolean;
    /** Leaves out glyphs that only alternate forms and ligatures use. */
    readonly noLayoutClosure: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
