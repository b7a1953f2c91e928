/** What clients get of a screen: snapshots, styled runs and characters. */
import { expect } from 'vitest';
import { runsOf } from '#client/styledRuns.ts';
import { noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { type CellFormat, type Region, Snapshot, screenRuns, takeSnapshot } from '#terminal/screenReader.ts';
import type { aScreen } from './aScreen.ts';

type Screen = ReturnType<typeof aScreen>['screen'];

export function snap(
  screen: Screen,
  cells: CellFormat = 'none',
  redaction: Redaction = noRedaction,
  region?: Region,
): Snapshot {
  const snapshot = takeSnapshot(screen, { redaction, cells, region });
  expect(Snapshot.parse(snapshot)).toEqual(snapshot);
  return snapshot;
}

/** The runs that a client decodes, after a check that they equal the server's. */
export function runs(screen: Screen, redaction: Redaction = noRedaction): object[][] {
  const rendered = runsOf(snap(screen, 'runs', redaction)).map((row) =>
    row.map(({ style, ...run }) => ({ ...run, ...style })),
  );
  expect(rendered).toEqual(screenRuns(screen, redaction));
  return rendered;
}

export const chars = (screen: Screen, redaction?: Redaction, region?: Region) =>
  (snap(screen, 'full', redaction, region).cells as { char: string }[][]).map((row) =>
    row.map(({ char }) => char || '·').join(''),
  );
