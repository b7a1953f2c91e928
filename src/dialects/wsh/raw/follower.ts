/**
 * The bytes that a program writes, as they are, for one who is shown what is raw: kept until they are read, or until they
 * are too much. They are told as text of which each character is a byte.
 */
import { limits } from '../../../core/limits.ts';
import { Backlog } from '../../../core/session/backlog.ts';
import type { Follower } from '../../../core/session/followers.ts';
import type { Session } from '../../../core/session/session.ts';

/** `came` is called for each piece, before it is on the screen. */
export function followRaw({ onlookers }: Session, came: () => void): Follower {
  const backlog = new Backlog(limits.defaultTranscriptChars);
  let cursor = 0;
  const leave = onlookers.add({
    see: () => {},
    wrote: (bytes) => {
      backlog.append(Buffer.from(bytes).toString('latin1'));
      came();
    },
    done: () => Promise.resolve(),
  });
  return {
    read: () => {
      const part = backlog.read(cursor, limits.outputChars);
      cursor = part.to;
      return { ...part, hid: false };
    },
    get behind() {
      return cursor < backlog.end;
    },
    waits: false,
    takeHeld: () => '',
    leave,
  };
}
