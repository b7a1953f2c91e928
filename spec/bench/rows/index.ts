/** All rows, in the order in which they run. */
import type { Row } from '../row.ts';
import { acp } from './acp.ts';
import { classification } from './classification.ts';
import { commandLine } from './commandLine.ts';
import { dialects } from './dialects.ts';
import { fleet } from './fleet.ts';
import { fleetGrowth, fleetIdle, fleetKeep } from './fleetScale.ts';
import { fleetSimulation } from './fleetSimulation.ts';
import { keyByClient } from './keyByClient.ts';
import { keyInProcess } from './keyInProcess.ts';
import { manySessions } from './manySessions.ts';
import { mcp } from './mcp.ts';
import { memoryAfter } from './memoryAfter.ts';
import { output } from './output.ts';
import { quietUnderFlood } from './quietUnderFlood.ts';
import { redaction, redactionCorpora, redactionLookAlikes, redactionShown } from './redaction.ts';
import { roundTrips } from './roundTrip.ts';
import { sessionsFull } from './sessionsFull.ts';
import { sessionsOpened } from './sessionsOpened.ts';
import { snapshot } from './snapshot.ts';
import { stalls } from './stalls.ts';
import { start } from './start.ts';
import { viewers } from './viewers.ts';

export const rows: readonly Row[] = [
  ...roundTrips,
  keyInProcess,
  keyByClient,
  ...dialects,
  mcp,
  ...fleet,
  fleetIdle,
  fleetGrowth,
  fleetKeep,
  fleetSimulation,
  commandLine,
  acp,
  ...output,
  quietUnderFlood,
  stalls,
  viewers,
  manySessions,
  ...snapshot,
  sessionsOpened,
  sessionsFull,
  memoryAfter,
  redaction,
  redactionLookAlikes,
  redactionCorpora,
  redactionShown,
  classification,
  start,
];
