/** A session, as far as those who look at it and type into it need it. */
import type { Clock } from '../../platform/clock.ts';
import type { FaultData } from '../faults.ts';
import type { Layers } from '../layer/layers.ts';
import type { Screen } from '../screen/screen.ts';
import type { Size } from '../size.ts';
import type { Holding } from './holding.ts';

export interface Cancellation {
  readonly cancelled: boolean;
  readonly reason?: FaultData<'Cancelled'>['reason'] | undefined;
  onCancel(listener: () => void): () => void;
}

export interface Subject {
  readonly id: string;
  readonly clock: Clock;
  readonly closed: boolean;
  readonly screen: Screen;
  readonly layers: Layers;
  readonly holding: Holding;
  /** When the program last wrote. */
  readonly changes: { readonly outputAt: number };
  readonly onlookers: { add(onlooker: { see(): void; done(): Promise<unknown> }): () => void };
  readonly turns: { take<T>(deed: () => T | Promise<T>, cancellation: Cancellation): T | Promise<T> };
  write(bytes: Uint8Array): void;
  changeSize(size: Size): void;
}
