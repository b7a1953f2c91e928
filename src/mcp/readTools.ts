/** The tools that read a session: its screen, scrollback or transcript, or a picture of it. */

import { runsOf, type StyledRun } from '#client/styledRuns.ts';
import { sessionScreenshot } from '#dialects/ptywright/screen.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { Region, type Snapshot } from '#terminal/screenReader.ts';
import { composeScreen, fitReply, type ReplyItem, ScreenReply, type ToolReply, withExit } from './reply.ts';
import { defineTool } from './tool.ts';
import type { ToolContext } from './toolContext.ts';

interface Read {
  readonly context: ToolContext;
  readonly session: string;
  readonly from: number | undefined;
  readonly since: number | undefined;
  readonly maxBytes: number;
}

const { session, scale } = sessionScreenshot.params.shape;
const Session = session.describe('Id or name.');

export const read = defineTool({
  name: 'read',
  description:
    'Read the screen (all rows, or those changed since a reply), its styles, the scrollback or the transcript.',
  reads: true,
  params: z.strictObject({
    session: Session,
    what: z
      .enum(['screen', 'styled', 'scrollback', 'transcript'])
      .default('screen')
      .describe('styled: colors, inverse and links too. transcript: all output, without escape sequences.'),
    from: z
      .int()
      .optional()
      .describe(
        'First row, or cursor of a transcript. `next` of a reply that was cut. Negative in scrollback: from the newest.',
      ),
    since: z
      .int()
      .min(0)
      .optional()
      .describe('For screen: `sequence` of a reply; returns the rows that changed since.'),
    max_bytes: z
      .int()
      .min(limits.mcpMinReplyBytes)
      .max(limits.mcpMaxReplyBytes)
      .default(limits.mcpReplyBytes),
  }),
  result: ScreenReply.extend({
    styles: z.record(z.string(), z.array(z.string())).optional().describe('By row: column, text and style.'),
    text: z.string().optional().describe('Of a transcript.'),
    total: z.int().optional().describe('Rows of the scrollback.'),
    dropped: z.boolean().optional().describe('Some of the text is no longer kept.'),
  }),
  run: async ({ context }, { session: requested, what, from, since, max_bytes: maxBytes }) => {
    const session = await context.sessionId(requested);
    return readers[what]({ context, session, from, since, maxBytes });
  },
});

const readers = {
  screen: async ({ context, session, from, since, maxBytes }: Read) => {
    const snapshot = (await context.calls.session.snapshot({ session })) as Snapshot;
    const first = from ?? (since === undefined ? 0 : undefined);
    return composeScreen({ context, session, snapshot, since, from: first, maxBytes });
  },
  styled: readStyles,
  scrollback: readScrollback,
  transcript: readTranscript,
} as const;

async function readStyles({ context, session, from = 0, maxBytes }: Read): Promise<ToolReply> {
  const snapshot = (await context.calls.session.snapshot({ session, cells: 'runs' })) as Snapshot;
  const rows = runsOf(snapshot);
  const items = rows.flatMap((runs, at): readonly ReplyItem[] => {
    const value = runs.map(formatRun);
    return at < from || value.length === 0 ? [] : [{ at, value, line: `${at}│${value.join(' │')}` }];
  });
  return fitWithExit(context, session, {
    structured: { session, sequence: snapshot.sequence, cursor: snapshot.cursor },
    head: `${session} · column, text and style by row · sequence ${snapshot.sequence}`,
    items,
    collect: (included) => ({ styles: Object.fromEntries(included.map(({ at, value }) => [at, value])) }),
    more: (next) =>
      `Cut at row ${next}. To continue: read {"session":"${session}","what":"styled","from":${next}}`,
    maxBytes,
  });
}

const formatRun = ({ col, text, style }: StyledRun): string =>
  [
    `${col}:${text.trimEnd()}`,
    ...Object.entries(style).map(([name, value]) => (value === true ? name : `${name}=${value}`)),
  ].join(' ');

async function readScrollback({ context, session, from, maxBytes }: Read): Promise<ToolReply> {
  const range = { start: from ?? -limits.mcpScrollbackRows, count: limits.mcpScrollbackRows };
  const { lines, start, total } = await context.calls.session.scrollback({ session, ...range });
  const items = lines.map((text, at) => ({ at: start + at, line: `${start + at}│${text}`, value: text }));
  const end = start + lines.length;
  const reply = await fitWithExit(context, session, {
    structured: { session, total },
    head: `${session} · scrollback rows ${start} to ${end} of ${total}, oldest first`,
    items,
    collect: (included) => ({ rows: Object.fromEntries(included.map(({ at, value }) => [at, value])) }),
    more: (next) => `Cut. To continue: read {"session":"${session}","what":"scrollback","from":${next}}`,
    maxBytes,
  });
  if (reply.structured.next !== undefined || end >= total) return reply;
  return { ...reply, structured: { ...reply.structured, next: end } };
}

/** Half of the characters that fit: each may be escaped, and is in the reply twice. */
async function readTranscript({ context, session, from, maxBytes }: Read): Promise<ToolReply> {
  const read = { session, strip_escapes: true, ...(from !== undefined && { since: Math.max(0, from) }) };
  let reply: ToolReply;
  let max_chars = Math.floor(maxBytes / 2);
  do {
    const { text, start, next, dropped } = await context.calls.session.transcript({ ...read, max_chars });
    const end = next < (await cursorOf(context, session)) ? { next } : {};
    const head = `${session} · transcript from ${start} to ${next}${'next' in end ? `, to continue: "from":${next}` : ''}`;
    const exit = await context.exitOf(session);
    reply = {
      structured: { session, text, ...end, ...(dropped && { dropped }), ...(exit && { exit }) },
      text: withExit(exit, `${head}\n${text}`),
    };
    max_chars = Math.floor(max_chars / 2);
  } while (replyBytes(reply) > maxBytes && max_chars > 0);
  return reply;
}

const cursorOf = async ({ calls }: ToolContext, session: string) =>
  (await calls.session.transcript({ session, since: Number.MAX_SAFE_INTEGER })).next;

const replyBytes = ({ structured, text }: ToolReply) =>
  Buffer.byteLength(JSON.stringify({ structured, text })) + 64;

async function fitWithExit(
  context: ToolContext,
  session: string,
  reply: Parameters<typeof fitReply>[0],
): Promise<ToolReply> {
  const exit = await context.exitOf(session);
  return fitReply({
    ...reply,
    structured: { ...reply.structured, ...(exit && { exit }) },
    head: withExit(exit, reply.head),
  });
}

export const picture = defineTool({
  name: 'picture',
  description:
    'Return the screen as a PNG. Large: read the text first, and use this only for what text cannot show.',
  reads: true,
  params: z.strictObject({
    session: Session,
    scale: scale.describe(''),
    region: z.strictObject(Region.shape).optional(),
  }),
  result: z.object({
    session: z.string(),
    width: z.int(),
    height: z.int(),
    sequence: z.int(),
    exit: ScreenReply.shape.exit,
  }),
  run: async ({ context, signal }, { session: requested, ...how }) => {
    const session = await context.sessionId(requested);
    const { data, mime, width, height, sequence } = await context.calls.session.screenshot(
      { session, ...how },
      { signal },
    );
    const exit = await context.exitOf(session);
    return {
      structured: { session, width, height, sequence, ...(exit && { exit }) },
      text: withExit(exit, `${session} · ${width}x${height} pixels`),
      image: { data, mimeType: mime },
    };
  },
});
