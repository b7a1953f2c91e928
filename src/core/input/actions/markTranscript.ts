import { z } from '../../../platform/schema.ts';
import { limits } from '../../limits.ts';
import { action } from '../action.ts';

export const markTranscript = action({
  name: 'mark_transcript',
  summary: 'Puts a label on this place of the transcript; the same label again moves there. Sends nothing.',
  needs: 'input.write',
  value: z.strictObject({ label: z.string().min(1).max(limits.nameChars) }),
  examples: [{ title: 'before a prompt', value: { label: 'turn_start' }, asks: 'mark turn_start' }],
  perform(target, { label }) {
    target.mark(label);
    return undefined;
  },
});
