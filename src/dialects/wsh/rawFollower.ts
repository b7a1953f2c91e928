/** What a program writes, as it is, for one who is shown what is raw: kept until it is read, or until it is too much. */
import { limits } from '../../core/limits.ts';
import { Backlog } from '../../core/session/backlog.ts';
import type { Follower } from '../../core/session/followers.ts';
import type { Session } from '../../core/session/session.ts';

/** `came` is called for each piece, before it is on the screen. */
export function followRaw({ onlookers }: Session, came: () => void): Follower {
  const backlog = new Backlog(limits.defaultTranscriptChars);
  let cursor = 0;
  const leave = onlookers.add({
    see: (sighting) => {
      if (sighting.kind !== 'output') return;
      backlog.append(sighting.text);
      came();
    },
    done: () => Promise.resolve(),
  });
  return {
    read: () => {
      const part = backlog.read(cursor, limits.outputChars);
      cursor = part.to;
      return part;
    },
    get behind() {
      return cursor < backlog.end;
    },
    waits: false,
    takeHeld: () => '',
    leave,
  };
}
