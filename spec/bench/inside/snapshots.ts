/** What a snapshot costs and weighs, in each form: after a screenful of new output, and again with none. */
import { readFileSync } from 'node:fs';
import { type CellForm, type Session, snapshot, type World } from '../internals.ts';
import { median } from '../statistics.ts';
import { asTerminalsPrint, Output, screenful } from './output.ts';
import { newWorld, opened } from './world.ts';

/** A server that has run for a second has compiled what looks for secrets; with 40, the rounds differed by a quarter. */
const warmup = 200;
const shots = 120;
const forms = { text: 'none', runs: 'runs', full: 'full' } as const satisfies Record<string, CellForm>;

export async function snapshots([file, rowsWord, colsWord]: readonly string[]) {
  const [rows, cols] = [Number(rowsWord), Number(colsWord)];
  const world = newWorld();
  // It prints nothing: what the screen shows is put there by hand.
  const session = opened(world, { program: 'cat', args: [] });
  session.resize({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
  const output = new Output(asTerminalsPrint(readFileSync(file!)), screenful(rows, cols));
  const figures = Object.entries(forms).flatMap(([name, cells]) =>
    formOf(name, cells, world, session, output),
  );
  await world.close();
  return Object.fromEntries(figures);
}

function formOf(name: string, cells: CellForm, world: World, session: Session, output: Output) {
  const take = (since?: number) => reply(world, { session: session.id, cells, if_changed_since: since });
  const cost = (prepare: () => void, since?: () => number) => {
    const took = Array.from({ length: warmup + shots }, () => {
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

function reply(world: World, params: object): string {
  const call = { world } as Parameters<typeof snapshot.handle>[0];
  return JSON.stringify(
    snapshot.handle(call, { redact: true, ...params } as Parameters<typeof snapshot.handle>[1]),
  );
}

function microseconds(deed: () => unknown): number {
  const start = process.hrtime.bigint();
  deed();
  return Number(process.hrtime.bigint() - start) / 1000;
}
