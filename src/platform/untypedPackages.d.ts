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
