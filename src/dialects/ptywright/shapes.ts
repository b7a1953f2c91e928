/** Shapes that several methods share. */

import { limits } from '../../core/limits.ts';
import { RedactionOptions } from '../../core/redact/policy.ts';
import { z } from '../../platform/schema.ts';

export const SessionRef = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('The id of a session, or its name.');

export const PluginName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('The name of a plugin, as in its manifest.');

export const TimeoutMs = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .describe('How long to wait, in milliseconds; 0 looks once and does not wait.');

/** How a read hides secrets. */
export const redactionParams = {
  redact: z.boolean().default(true).describe('`false` asks for the raw text.'),
  redaction: RedactionOptions.optional().describe('Rules for this read only, besides those of the session.'),
};

export const LayersToo = z
  .boolean()
  .default(false)
  .describe(
    'With the overlays and panels over it, as people see it. `sequence` then counts their changes too, and goes only with that of other reads with `layers`.',
  );

export const Rows = z.int().min(limits.minRows).max(limits.maxRows);
export const Cols = z.int().min(limits.minCols).max(limits.maxCols);
export const Pixels = z.int().min(0).max(limits.maxPixels);

export const Exit = z.object({
  exit_code: z.int().nullable().describe('`null` when a signal ended the program.'),
  signal: z.string().nullable().describe('Such as `SIGKILL`.'),
});

export const EvidenceForm = z
  .enum(['full', 'text', 'none'])
  .describe(
    'How much a wait shows of what it saw: the snapshot and the end of the transcript, the text alone, or nothing.',
  );

export const WaitId = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('A name that the caller chooses, so that the wait can be cancelled by it.');
