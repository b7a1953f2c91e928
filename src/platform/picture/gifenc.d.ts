/** gifenc comes without types: this is what is used of it. */
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
