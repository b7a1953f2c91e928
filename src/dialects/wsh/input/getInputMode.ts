import { z } from '../../../platform/schema.ts';
import { method, session } from '../method.ts';
import { inputMode } from '../typedNews.ts';

export const getInputMode = method({
  name: 'get_input_mode',
  summary: 'Tell whether what people type reaches the program, or is only told.',
  params: z.object(session),
  result: z.object({ mode: z.enum(['passthrough', 'capture']) }),
  handle: ({ world: seat }, params) => ({ mode: inputMode(seat.session(params.session)) }),
});
