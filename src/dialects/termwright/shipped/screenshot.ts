import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { screenshot as documented } from '../screen/screenshot.ts';

export const screenshot = method({
  ...documented,
  result: z.object({ png_base64: z.string() }),
  handle: async (call, params) => ({ png_base64: await documented.handle(call, params) }),
});
