import { z } from '../../../platform/schema.ts';
import { method, Nothing, session } from '../method.ts';
import { orHeld } from '../openSession.ts';

export const captureInput = method({
  name: 'capture_input',
  summary: 'Have what people type told to those who follow the input, instead of written to the program.',
  details: 'What programs write goes on being written. Ends with `release_input`, and with the connection.',
  needs: ['input.write'],
  throws: ['InputHeld'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const captured = seat.session(params.session);
    orHeld(captured, () => seat.capture(captured));
    return {};
  },
});
