/** Measures the time and size of a snapshot in each form: after a screenful of new output, and again without any. */
import { readFileSync } from 'node:fs';
import { type CellFormat, type Core, type Session, sessionSnapshot } from '../internals.ts';
import { median } from '../statistics.ts';
import { asTerminalsPrint, Output, screenful } from './output.ts';
import { newWorld, openSession } from './world.ts';

/** Enough rounds to compile the search for secrets. With 40, the rounds differed by a quarter. */
const warmup = 200;
const measured = 120;
const forms = { text: 'none', runs: 'runs', full: 'full' } as const satisfies Record<string, CellFormat>;

export async function snapshots([file, rowsWord, colsWord]: readonly string[]) {
  const [rows, cols] = [Number(rowsWord), Number(colsWord)];
  const world = newWorld();
  // The program prints nothing. The screen is filled directly.
  const session = openSession(world, { program: 'cat', args: [] });
  session.resize({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
  const output = new Output(asTerminalsPrint(readFileSync(file!)), screenful(rows, cols));
  const figures = Object.entries(forms).flatMap(([name, cells]) =>
    measureForm(name, cells, world, session, output),
  );
  await world.close();
  return Object.fromEntries(figures);
}

function measureForm(name: string, cells: CellFormat, world: Core, session: Session, output: Output) {
  const take = (since?: number) => reply(world, { session: session.id, cells, if_changed_since: since });
  const cost = (prepare: () => void, since?: () => number) => {
    const took = Array.from({ length: warmup + measured }, () => {
      prepare();
      return microseconds(() => take(since?.()));
    });
    return median(took.slice(warmup));
  };
  return [
    [`${name} cost`, cost(() => session.screen.feed(output.next()))],
    [`${name} again cost`, cost(nothing)],
    [`${name} unchanged cost`, cost(nothing, () => session.screen.sequence)],
    [`${name} bytes`, Buffer.byteLength(take())],
    [`${name} unchanged bytes`, Buffer.byteLength(take(session.screen.sequence))],
  ] as const;
}

const nothing = () => {};

function reply(world: Core, params: object): string {
  const call = { world } as Parameters<typeof sessionSnapshot.handle>[0];
  return JSON.stringify(
    sessionSnapshot.handle(call, { redact: true, ...params } as Parameters<typeof sessionSnapshot.handle>[1]),
  );
}

function microseconds(operation: () => unknown): number {
  const start = process.hrtime.bigint();
  operation();
  return Number(process.hrtime.bigint() - start) / 1000;
}
