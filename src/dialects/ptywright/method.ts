/** The method factory of this dialect, and the schemas that its methods share. */
import type { Plugin } from '#adapters/plugin.ts';
import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { RedactionOptions } from '#redaction/policy.ts';
import { createMethodFactory, type PermissionGrantor } from '#rpc/method.ts';

export const SessionRef = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('The id or the name of a session.');
export const AdapterRef = z.string().min(1).max(limits.nameChars).describe('The id of an adapter.');

/** Faults of every call to an adapter: the adapter, its plugin or its program may fail. */
const adapterFaults = ['AdapterUnknown', 'SessionClosed', 'PluginFailed', 'PermissionDenied'];

/** Checks the permissions that the manifest of a plugin grants. */
export const pluginGrantor = ({ name, permissions }: Plugin): PermissionGrantor => ({
  title: `the plugin ${name}`,
  has: (permission) => permissions.has(permission as never),
});

/** `method()` of this dialect: its handlers get the core. */
export const method = createMethodFactory<Core, z.ZodNull>({
  params: z.strictObject({}),
  result: z.null(),
  derive: ({ session, adapter }, { throws }) => {
    if (session === SessionRef) return { throws: [...new Set(['SessionUnknown', ...throws])] };
    if (adapter !== AdapterRef) return {};
    return {
      throws: [...adapterFaults, ...throws],
      grantor: ({ adapters }, params: { adapter: string }) =>
        pluginGrantor(adapters.get(params.adapter).plugin),
    };
  },
});

export const PluginName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('The name of a plugin, as in its manifest.');

export const TimeoutMs = z
  .int()
  .min(0)
  .max(limits.timeoutMs)
  .describe('How long to wait, in milliseconds. 0 checks once and does not wait.');

/** Parameters of a read that control redaction. */
export const redactionParams = {
  redact: z.boolean().default(true).describe('`false` returns the raw text.'),
  redaction: RedactionOptions.optional().describe(
    'Rules for this read only, in addition to those of the session.',
  ),
};

export const IncludeLayers = z
  .boolean()
  .default(false)
  .describe(
    'Include overlays and panels, as viewers see them. `sequence` then counts their changes too; compare it only with other reads with `layers`.',
  );

export const Rows = z.int().min(limits.minRows).max(limits.maxRows);
export const Cols = z.int().min(limits.minCols).max(limits.maxCols);
export const PixelSize = z.int().min(0).max(limits.maxPixels);

export const Exit = z.object({
  exit_code: z.int().nullable().describe('`null` if a signal ended the program.'),
  signal: z.string().nullable().describe('Such as `SIGKILL`.'),
});

export const EvidenceLevel = z
  .enum(['full', 'text', 'none'])
  .describe(
    'How much evidence the wait returns: the snapshot and the end of the transcript, the text only, or nothing.',
  );

export const WaitId = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('A name chosen by the caller, with which the wait can be cancelled.');
