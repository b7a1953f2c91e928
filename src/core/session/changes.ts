/** Tells what has happened to a screen since it was last asked, in the words that matchers watch for. */
import type { Clock } from '../../platform/clock.ts';
import type { Happening } from '../matcher/matcher.ts';
import type { Screen } from '../screen/screen.ts';
import { Activity } from './activity.ts';

export class Changes {
  readonly #screen: Screen;
  readonly activity: Activity;
  /** When the program last wrote anything. */
  outputAt: number;
  /** The sequence at which the bell last rang; 0 for never. */
  lastBell = 0;
  /** Whether the sequence had moved when `since` was last called. */
  advanced = false;
  /** Whether the program had told its terminal anything besides when `since` was last called. */
  told = false;
  #outputSeen: number;
  #outputCounted = -1;
  #eventsSeen = 0;
  #seen = { sequence: 0, content: 0, cursor: '', title: null as string | null, bells: 0, alternate: false };

  constructor(screen: Screen, clock: Clock) {
    this.#screen = screen;
    this.activity = new Activity(clock);
    this.outputAt = clock.now();
    this.#outputSeen = this.outputAt;
    this.#seen = this.#look();
  }

  since(): ReadonlySet<Happening> {
    const before = this.#seen;
    const now = this.#look();
    const happenings = new Set<Happening>();
    if (this.outputAt !== this.#outputSeen) happenings.add('output');
    this.#outputSeen = this.outputAt;
    this.#count();
    const { last } = this.#screen.events;
    this.told = last !== this.#eventsSeen;
    this.#eventsSeen = last;
    if (this.told) happenings.add('event');
    this.advanced = now.sequence !== before.sequence;
    if (!this.advanced) return happenings;
    const unseen = happenings.size;
    if (now.content !== before.content) happenings.add('content');
    if (now.cursor !== before.cursor) happenings.add('cursor');
    if (now.alternate !== before.alternate) happenings.add('mode');
    if (now.title !== before.title) happenings.add('title');
    if (now.bells !== before.bells) {
      happenings.add('bell');
      this.lastBell = now.sequence;
    }
    // Size, or a mode that no matcher asks for: whoever watches for any change must still be asked.
    if (happenings.size === unseen) happenings.add('mode');
    this.#seen = now;
    return happenings;
  }

  /** Output and another size are activities alike. */
  #count(): void {
    const { sequence } = this.#screen;
    if (this.outputAt === this.#outputCounted && sequence === this.#seen.sequence) return;
    this.#outputCounted = this.outputAt;
    this.activity.came();
  }

  #look() {
    const { sequence, contentVersion, cursor, title, bells, modes } = this.#screen;
    return {
      sequence,
      content: contentVersion,
      cursor: `${cursor.row} ${cursor.col} ${cursor.visible}`,
      title,
      bells,
      alternate: modes.alternateScreen,
    };
  }
}
