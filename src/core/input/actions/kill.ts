import { action } from '../action.ts';

export const kill = action({
  name: 'kill',
  summary: 'Ends the program and what it started.',
  needs: 'session.kill',
  examples: [{ title: 'the whole session', asks: 'kill' }],
  perform(target) {
    target.kill();
    return undefined;
  },
});
