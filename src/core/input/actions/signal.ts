import { z } from '../../../platform/schema.ts';
import { action } from '../action.ts';
import { type SignalWord, signals } from '../signals.ts';

export const signal = action({
  name: 'signal',
  summary:
    'Sends a real signal to the foreground process group, whatever the terminal is set to. `int` is SIGINT; the ' +
    'byte that a keyboard sends is `interrupt`.',
  needs: 'session.kill',
  value: z.enum(Object.keys(signals) as [SignalWord, ...SignalWord[]]),
  examples: [
    { title: 'hang up', value: 'hup', asks: 'signal SIGHUP' },
    { title: 'a signal, not a byte', value: 'int', asks: 'signal SIGINT' },
    { title: 'for the program to interpret', value: 'user1', asks: 'signal SIGUSR1' },
  ],
  perform(target, word) {
    target.signal(signals[word]);
    return undefined;
  },
});
