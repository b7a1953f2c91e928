/** How a program ended, as one number: 128 and that of the signal, where one ended it, as shells tell it. */
import { statusOfSignal } from '../../platform/endSignals.ts';
import type { Exit } from '../matcher/moment.ts';

export const exitStatus = ({ exitCode, signal }: Exit): number => exitCode ?? statusOfSignal(signal!);
