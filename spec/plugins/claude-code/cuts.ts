/** Cuts a recording after each output: the permitted states there, and how long each output was visible. */
import { readFileSync } from 'node:fs';
import { readScenes, type Scene } from '#adapters/scenes.ts';
import { throughMark } from '../../agents/runRecorder.ts';

type Line = readonly [seconds: number, code: string, text: string];

/** Output within one frame counts as one. */
const oneFrame = 0.008;
/** Longer than the wait of any rule that asks to be checked again soon. */
const still = 0.21;

export interface Cut {
  readonly scene: Scene;
  readonly ms: number;
  /** All states that may be reported here. */
  readonly allowed: ReadonlySet<string>;
  /** No other state is accepted. */
  readonly final: boolean;
}

/** A placeholder where no state is known. */
const anything = 'anything';

/** Yields the cuts in order. None is valid after the step to the next. */
export function* cutsOf(path: string): Generator<Cut, void> {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const events = withCuts(lines.map((line) => JSON.parse(line) as Line));
  const text = [header, ...events.map((event) => JSON.stringify(event)), ''].join('\n');
  const ways = waysOf(events);
  let at = 0;
  for (const scene of readScenes('cut.cast', text)) {
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

/** Returns for each position with a known state the states on the way to it. */
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
  // Output after the last position still belongs to it.
  return [...ways, [before]];
}
