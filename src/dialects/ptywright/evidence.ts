import { ToldHit } from '../../core/matcher/told.ts';
import { Snapshot } from '../../core/screen/snapshot.ts';
import { z } from '../../platform/schema.ts';

/** What `session.wait` and `session.act` answer with. */
export const Evidence = z
  .object({
    matched: z.literal(true),
    sequence: z.int(),
    elapsed_ms: z.int(),
    hit: ToldHit.optional(),
    snapshot: Snapshot.optional().describe('With `evidence: full`.'),
    transcript_tail: z.string().optional().describe('With `evidence: full`.'),
    plain_text: z.string().optional().describe('With `evidence: text`.'),
    wait_id: z.string().optional().describe('As it was given.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Of the actions: why the input may not do what was meant.'),
  })
  .meta({ id: 'Evidence', description: 'What a wait saw.' });
