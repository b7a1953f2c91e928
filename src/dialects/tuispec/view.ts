/** Methods that read the screen as text or subscribe to its changes. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { defineEvent } from '#rpc/dialect.ts';
import type { Caller } from '#rpc/method.ts';
import { ClientFeed } from '#session/feed.ts';
import type { Session } from '#session/session.ts';
import { type Region, readScreenText } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { waitForNotification } from './input.ts';
import { method } from './method.ts';
import { alreadySettled } from './serverContext.ts';

/** The redacted text, padded with blanks to the size of the screen. */
const readViewText = ({ screen, redaction }: Session, region?: Region): string =>
  readScreenText(screen, { redaction, region, trim: false });

/** Also hides an incomplete secret: the client did not choose the moment of this read. */
const readNotificationText = ({ screen, redaction }: Session, trim: boolean): string =>
  readScreenText(screen, { redaction: alsoHideUnfinished(screen, redaction), trim });

const Count = z.int().min(0).max(limits.maxCols);

const ViewFilters = z.object({
  rows: z.object({ start: Count, end: Count }).optional().describe('0 selects the first or the last row.'),
  region: z
    .object({ col: Count, row: Count, width: Count, height: Count })
    .optional()
    .describe('A column or row of 0 selects all. Clipped to the screen.'),
  entireRow: Count.optional().describe('0 selects all.'),
  entireCol: Count.optional().describe('0 selects all.'),
});

type ViewFilterValues = z.output<typeof ViewFilters>;

const filtersOf = (filters: ViewFilterValues) =>
  Object.values(filters).filter((filter) => filter !== undefined);

export const currentView = method({
  name: 'currentView',
  summary: 'Return the redacted text of the screen or a part of it, padded to its width.',
  needs: ['screen.read'],
  throws: ['NoActiveSession', 'MethodFailed'],
  params: ViewFilters.refine((filters) => filtersOf(filters).length <= 1, { message: 'choose one filter' }),
  result: z.object({ text: z.string(), rows: z.int(), cols: z.int() }).describe('The size of the text.'),
  examples: [
    {
      title: 'the first row',
      program: 'prints-ready',
      send: { entireRow: 1 },
      reply: { rows: 1, cols: 134 },
    },
  ],
  handle: ({ world }, filters) => {
    const { session, settling } = world;
    const read = () => readView(session, filters);
    return settling === alreadySettled ? read() : settling.settled.then(read);
  },
});

function readView(session: Session, filters: ViewFilterValues) {
  const { rows, cols } = session.screen.size;
  if (filtersOf(filters).length === 0) return { text: readViewText(session), rows, cols };
  const region = toRegion(filters, { rows, cols });
  return { text: readViewText(session, region), rows: region.rows, cols: region.cols };
}

interface ViewSize {
  readonly rows: number;
  readonly cols: number;
}

/** Converts the filters to a region, which counts rows and columns from 0. */
function toRegion(
  { rows: lines, region, entireRow, entireCol }: ViewFilterValues,
  { rows, cols }: ViewSize,
): Required<Region> {
  const whole = { row: 0, rows, col: 0, cols };
  if (lines) {
    const start = checkRange('rows.start', lines.start || 1, rows);
    const end = checkRange('rows.end', lines.end || rows, rows);
    if (end < start) refuseParam('rows.end', `less than rows.start, ${start}`);
    return { ...whole, row: start - 1, rows: end - start + 1 };
  }
  if (entireRow) return { ...whole, row: checkRange('entireRow', entireRow, rows) - 1, rows: 1 };
  if (entireCol) return { ...whole, col: checkRange('entireCol', entireCol, cols) - 1, cols: 1 };
  if (!region) return whole;
  const { row, col, width, height } = region;
  if (row !== 0 && height === 0) refuseParam('region.height', 'must be at least 1 when region.row is not 0');
  if (col !== 0 && width === 0) refuseParam('region.width', 'must be at least 1 when region.col is not 0');
  const top = checkRange('region.row', row || 1, rows) - 1;
  const left = checkRange('region.col', col || 1, cols) - 1;
  return {
    row: top,
    rows: row === 0 ? rows : Math.min(height, rows - top),
    col: left,
    cols: col === 0 ? cols : Math.min(width, cols - left),
  };
}

function checkRange(path: string, value: number, most: number): number {
  return value <= most ? value : refuseParam(path, `outside the screen: expected 0 to ${most}, got ${value}`);
}

const refuseParam = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));

export const viewChanged = defineEvent({
  name: 'view.changed',
  summary: 'The screen changed.',
  params: z.object({ rows: z.int(), cols: z.int(), text: z.string().optional() }),
  example: { rows: 40, cols: 134 },
});

export const viewSubscribe = method({
  name: 'viewSubscribe',
  summary: 'Subscribe to screen changes; sent at most once per `debounceMs`.',
  needs: ['screen.read'],
  throws: ['NoActiveSession'],
  params: z.object({
    debounceMs: z.int().min(0).max(limits.timeoutMs).default(100),
    includeText: z.boolean().default(false),
  }),
  result: z.object({ ok: z.literal(true), debounceMs: z.int(), includeText: z.boolean() }),
  examples: [
    {
      title: 'with the text',
      program: 'prints-ready',
      send: { includeText: true },
      reply: { ok: true, debounceMs: 100, includeText: true },
    },
  ],
  handle: async ({ world, caller }, how) => {
    const { shipped } = world.defaults;
    const first = shipped ? world.session : undefined;
    void world.started;
    await world.settling.settled;
    world.subscribe({
      watch: (session) => new ViewFeed(session, caller, { ...how, shipped }),
      // When the connection closes, only its last subscription still exists.
      onEnded: caller.onClosed(() => world.subscribe(undefined)).dispose,
    });
    if (first) await waitForNotification(Promise.resolve(), first);
    return { ok: true as const, ...how };
  },
});

interface ViewSubscriptionOptions {
  readonly debounceMs: number;
  readonly includeText: boolean;
  readonly shipped: boolean;
}

/**
 * Sends changes at most once in `debounceMs`, with the latest content. A client that does not read gets the latest
 * content when it reads again. A released client also gets the view when it subscribes.
 */
class ViewFeed extends ClientFeed<Caller> {
  readonly #session: Session;
  readonly #options: ViewSubscriptionOptions;

  constructor(session: Session, caller: Caller, options: ViewSubscriptionOptions) {
    super(caller, { clock: session.clock, intervalMs: options.debounceMs });
    this.#session = session;
    this.#options = options;
    this.register(session.onUpdate((update) => update === 'changed' && this.schedule()));
    if (options.shipped) this.flush();
  }

  protected flush(): void {
    this.takeSkipped();
    if (this.#session.closed) return;
    const { rows, cols } = this.#session.screen.size;
    const { includeText, shipped } = this.#options;
    const text = includeText ? readNotificationText(this.#session, shipped) : undefined;
    this.client.notify(viewChanged.name, { rows, cols, ...(text !== undefined && { text }) });
  }
}

export const viewUnsubscribe = method({
  name: 'viewUnsubscribe',
  summary: 'Unsubscribe from screen changes.',
  examples: [{ title: 'an unknown subscription', send: {}, reply: { ok: true } }],
  handle: ({ world }) => {
    world.subscribe(undefined);
  },
});
