/** A cast as text: a cast again, screens one below the other, or frames. */
import { type CastCode, CastLines } from '../../core/recording/castLines.ts';
import { filmOf } from '../../core/recording/film.ts';
import { FrameTape } from '../../core/recording/frameTape.ts';
import type { Cast } from '../../core/recording/readCast.ts';
import type { Redaction } from '../../core/redact/redaction.ts';
import { masked } from '../../core/screen/masked.ts';
import { hidingUnfinishedToo } from '../../core/viewer/unfinished.ts';

export function castText(
  cast: Cast,
  { to }: { readonly to: 'asciicast-v2' | 'asciicast-v3' | undefined },
): string {
  const { events, ...header } = cast;
  const other = cast.version === 2 ? 3 : 2;
  const lines = new CastLines({
    ...header,
    version: to === undefined ? other : to === 'asciicast-v2' ? 2 : 3,
  });
  let text = lines.header();
  for (const { ms, code, text: said } of events) text += lines.event(ms, code as CastCode, said);
  return text;
}

/** Each screen under its time. */
export function screensText(cast: Cast, intervalMs: number, redaction: Redaction): string {
  let text = '';
  for (const { ms, screen } of filmOf(cast, intervalMs)) {
    const shown = masked(screen, hidingUnfinishedToo(screen, redaction)).text;
    text += `--- ${(ms / 1000).toFixed(3)} s, ${screen.size.cols}x${screen.size.rows}\n${shown}\n`;
  }
  return text;
}

export function framesText(cast: Cast, intervalMs: number, redaction: Redaction): string {
  let text = '';
  let now = 0;
  const clock = { now: () => now, wall: () => (cast.timestamp ?? 0) * 1000 + now, after: () => () => {} };
  let tape: FrameTape | undefined;
  for (const { ms, screen } of filmOf(cast, intervalMs)) {
    now = ms;
    const write = (line: string) => {
      text += line;
    };
    if (tape) tape.see({ kind: 'changed' });
    else {
      tape = new FrameTape({ redaction, clock, write, screen: () => screen, intervalMs: 0 });
      tape.begin();
    }
  }
  return text;
}
