/** A recording cut wherever something was drawn: what may be said there, and for how long something else was. */
import { readFileSync } from 'node:fs';
import type { Scene } from '../../../src/core/picture/scenes.ts';
import { scenesOf } from '../../../src/core/picture/scenes.ts';
import { throughMark } from '../../agents/record/album.ts';

type Line = readonly [seconds: number, code: string, text: string];

/** What is drawn within one frame is seen as one. */
const oneFrame = 0.008;
/** Longer than any rule waits that asks to be asked again soon. */
const still = 0.14;

export interface Cut {
  readonly scene: Scene;
  readonly ms: number;
  /** Every state that may be told here. */
  readonly allowed: ReadonlySet<string>;
  /** Nothing else will do. */
  readonly final: boolean;
}

/** Stands where no state is known. */
const anything = 'anything';

/** One after the other: none outlives the step to the next. */
export function* cutsOf(path: string): Generator<Cut, void> {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const events = withCuts(lines.map((line) => JSON.parse(line) as Line));
  const text = [header, ...events.map((event) => JSON.stringify(event)), ''].join('\n');
  const ways = waysOf(events);
  let at = 0;
  for (const scene of scenesOf('cut.cast', text)) {
    const { state } = scene.expected;
    const [seconds] = scene.name.split(' ').slice(-1);
    const way = ways[at]!;
    yield { scene, ms: Number(seconds) * 1000, allowed: new Set(way), final: state !== anything };
    if (state !== anything) at += 1;
  }
}

const isState = ([, code, text]: Line) => code === 'm' && text.startsWith('state: ');
const stateIn = ([, , text]: Line) => /^state: (\S+)/.exec(text)![1]!;

function withCuts(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line, at): readonly Line[] => {
    if (line[1] !== 'o') return [line];
    const next = lines.slice(at + 1).find(([, code]) => code === 'o');
    const gap = (next?.[0] ?? Number.POSITIVE_INFINITY) - line[0];
    const nearMark = lines[at + 1]?.[1] === 'm';
    const cut = (seconds: number): Line => [seconds, 'm', `state: ${anything}`];
    if (gap < oneFrame && !nearMark) return [line];
    if (gap < still || nearMark) return [line, cut(line[0])];
    return [line, cut(line[0]), cut(line[0] + still - 0.001)];
  });
}

/** For each place where a state is known, the states on the way to it. */
function waysOf(lines: readonly Line[]): readonly (readonly string[])[] {
  let through: readonly string[] = [];
  let before = 'starting';
  const ways: (readonly string[])[] = [];
  for (const line of lines) {
    if (line[1] === 'm' && line[2].startsWith(throughMark))
      through = line[2].slice(throughMark.length).split(' ');
    if (!isState(line) || stateIn(line) === anything) continue;
    ways.push([before, ...through, stateIn(line)]);
    before = stateIn(line);
  }
  // What comes behind the last one is still of it.
  return [...ways, [before]];
}
