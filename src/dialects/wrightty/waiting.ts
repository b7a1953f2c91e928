/** Waits for text, and tells all the places where it stands. */
import { Fault } from '../../core/faults.ts';
import { compileParameter } from '../../core/matcher/compile.ts';
import type { Probe } from '../../core/matcher/matcher.ts';
import type { Area } from '../../core/matcher/moment.ts';
import { type PlaceOfText, placesOf } from '../../core/matcher/places.ts';
import type { Region } from '../../core/screen/snapshot.ts';
import type { Session } from '../../core/session/session.ts';
import type { Call } from '../../rpc/call.ts';
import type { Desk } from './desk.ts';
import { afterEcho } from './echo.ts';
import { Refusal } from './refusals.ts';

export interface Wish {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly region: (Area & Region) | undefined;
  readonly timeout: number;
}

export interface Seen {
  readonly found: boolean;
  readonly matches: PlaceOfText[];
  readonly elapsed: number;
}

export async function waitForPlaces(call: Call<Desk>, session: Session, wish: Wish): Promise<Seen> {
  const probe = afterEcho(session, probeOf(wish), wish.timeout);
  const began = session.clock.now();
  const elapsed = () => Math.round(session.clock.now() - began);
  try {
    const { moment } = await session.wait(probe, call.deadline(wish.timeout)).ended;
    const view = moment.screen(wish.region);
    return { found: true, matches: placesOf(view, wish, session.redaction), elapsed: elapsed() };
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
    return { found: false, matches: [], elapsed: elapsed() };
  }
}

function probeOf({ pattern: value, isRegex, region }: Wish): Probe {
  try {
    const type = isRegex ? 'screen_regex' : 'contains_text';
    return compileParameter({ type, value, ...(region && { region }) }, 'pattern');
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Invalid') throw problem;
    throw new Refusal('InvalidPattern', {}, problem.message.replace(/^pattern: (?:invalid pattern: )?/, ''));
  }
}
