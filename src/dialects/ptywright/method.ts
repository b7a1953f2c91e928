/** The method factory of this dialect, and the schemas that its methods share. */
import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { RedactionOptions } from '#redaction/policy.ts';
import { createMethodFactory } from '#rpc/method.ts';

/** An id, a name or a label. */
export const Name = z.string().min(1).max(limits.nameChars);

export const SessionRef = Name.describe('The id or the name of a session.');
export const AdapterRef = Name.describe('The id of an adapter.');

type Fields = Readonly<Record<string, unknown>>;
type Normalize = (value: unknown, depth: number) => unknown;

const textValues = new Set([
  'contains_text',
  'screen_regex',
  'transcript_contains',
  'transcript_regex',
  'text',
  'paste',
  'bracketed_paste',
]);
const durationValues = new Set(['screen_stable', 'idle']);

/** A deeper value is refused anyway. */
const onFields =
  (normalize: (fields: Fields, depth: number) => Fields): Normalize =>
  (value, depth) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && depth <= limits.matcherDepth
      ? normalize(value as Fields, depth)
      : value;

/** Moves the first of these fields to `to`, unless that is given. */
function moveField(fields: Fields, to: string, names: readonly string[]): Fields {
  const from = names.find((name) => Object.hasOwn(fields, name));
  if (from === undefined || Object.hasOwn(fields, to)) return fields;
  const { [from]: value, ...rest } = fields;
  return { ...rest, [to]: value };
}

/** Of actions and matchers: `text` and `pattern` mean `value`, and a number of milliseconds means `{min_ms}`. */
const normalizeTyped = onFields((fields, depth) => {
  const type = String(fields.type);
  if (textValues.has(type)) return moveField(fields, 'value', ['text', 'pattern']);
  if (durationValues.has(type)) {
    const { value, ...rest } = moveField(fields, 'value', ['stable', 'min_ms']);
    return value === undefined
      ? rest
      : { ...rest, value: typeof value === 'number' ? { min_ms: value } : value };
  }
  if (type === 'not') return { ...fields, value: normalizeTyped(fields.value, depth + 1) };
  if (type === 'selector') return { ...fields, value: normalizeSelector(fields.value, depth + 1) };
  if (!Array.isArray(fields.value) || (type !== 'any' && type !== 'all')) return fields;
  return { ...fields, value: fields.value.map((one) => normalizeTyped(one, depth + 1)) };
});

const normalizeSelector: Normalize = onFields((fields, depth) => {
  if (fields.type === 'exact') return moveField(fields, 'text', ['value']);
  if (fields.type === 'regex') return moveField(fields, 'pattern', ['value', 'text']);
  const nested = ['selector', 'to'].filter((name) => Object.hasOwn(fields, name));
  return {
    ...fields,
    ...Object.fromEntries(nested.map((name) => [name, normalizeSelector(fields[name], depth + 1)])),
  };
});

const normalizers: Readonly<Record<string, Normalize>> = {
  matcher: normalizeTyped,
  selector: normalizeSelector,
  action: normalizeTyped,
  actions: (list, depth) => (Array.isArray(list) ? list.map((one) => normalizeTyped(one, depth)) : list),
};

/** `action` and `actions` are accepted by methods that declare one or both of them. */
function placeActions(params: unknown, shape: Fields): unknown {
  const given = params as Fields;
  if ('action' in shape && !('action' in given) && Array.isArray(given.actions) && given.actions.length > 0) {
    const { actions, ...rest } = given;
    const [action, ...more] = given.actions;
    return { ...rest, action, ...(more.length > 0 && { actions: more }) };
  }
  if (!('actions' in shape) || 'action' in shape || !('action' in given) || 'actions' in given) return params;
  const { action, ...rest } = given;
  return { ...rest, actions: [action] };
}

/** Accepts the words of other matchers, actions and selectors, which people mix up. */
const normalize = (params: unknown): unknown =>
  onFields((fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        Object.hasOwn(normalizers, name) ? normalizers[name]!(value, 1) : value,
      ]),
    ),
  )(params, 0);

/** `method()` of this dialect: its handlers get the core. */
export const method = createMethodFactory<Core, z.ZodNull>({
  params: z.strictObject({}),
  result: z.null(),
  derive: ({ session, ...shape }, { throws }) => {
    if (session !== SessionRef) return {};
    const accepts = Object.keys(normalizers).some((name) => name in shape) && {
      normalize: (params: unknown) => normalize(placeActions(params, shape)),
    };
    const reads = 'redact' in shape ? ['PermissionDenied'] : [];
    return { ...accepts, throws: [...new Set(['SessionUnknown', ...throws, ...reads])] };
  },
});

export const PluginName = Name.describe('The name of a plugin, as in its manifest.');

export const DurationMs = z.int().min(0).max(limits.timeoutMs);

export const TimeoutMs = DurationMs.describe(
  'How long to wait, in milliseconds. 0 checks once and does not wait.',
);

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

export const ScreenSize = z.object({ rows: z.int(), cols: z.int() }).meta({ id: 'ScreenSize' });

export const Exit = z
  .object({
    exit_code: z.int().nullable().describe('`null` if a signal ended the program.'),
    signal: z.string().nullable().describe('Such as `SIGKILL`.'),
  })
  .meta({ id: 'Exit', description: 'How a program ended.' });

export const EvidenceLevel = z
  .enum(['full', 'text', 'none'])
  .describe(
    'How much evidence the wait returns: the snapshot and the end of the transcript, the text only, or nothing.',
  );

export const WaitId = Name.describe('A name chosen by the caller, with which the wait can be cancelled.');
