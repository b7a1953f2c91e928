import type { Cast } from '../../core/recording/readCast.ts';
import type { Options } from './convert.ts';
export async function film(_: Cast, __: Options, ___: string): Promise<Uint8Array> {
  return new Uint8Array();
}
