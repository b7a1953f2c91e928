import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { eventKinds, type Facts } from '../screen/events.ts';
import { SinceEvent, searchEvents } from './happened.ts';
import { type Compiler, matcher } from './matcher.ts';
import { compileText, TextCondition } from './textCondition.ts';

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Wanted = z.union([Plain, TextCondition]);

const Value = z.strictObject({
  kind: z.enum(eventKinds),
  facts: z
    .record(z.string().max(limits.nameChars), Wanted)
    .default({})
    .refine((facts) => Object.keys(facts).length <= limits.eventFacts, {
      error: `at most ${limits.eventFacts} of them`,
    })
    .describe('What it must tell: a value, or what its text must be.'),
  since: SinceEvent,
});

export const event = matcher({
  name: 'event',
  summary:
    'The program has told its terminal this, since the wait began or since an event: a bell, a notification, a mark of its shell, an image.',
  value: () => Value,
  needs: 'screen.read',
  watches: ['event'],
  words: ({ kind }) => `the event ${kind}`,
  example: { value: { kind: 'notification', facts: { text: { contains: 'done' } } } },
  compile: ({ kind, facts: wanted, since }, compiler) => {
    const checks = Object.entries(wanted).map(([name, one]) => checkOf(name, one, compiler));
    return searchEvents(
      'event',
      since,
      (event) => event.kind === kind && checks.every((check) => check(event.facts)),
      ({ kind, facts }) => ({ event: kind, facts }),
    );
  },
});

function checkOf(
  name: string,
  wanted: z.output<typeof Wanted>,
  compiler: Compiler,
): (facts: Facts) => boolean {
  const told = (facts: Facts) => (Object.hasOwn(facts, name) ? facts[name] : undefined);
  if (wanted === null || typeof wanted !== 'object') return (facts) => told(facts) === wanted;
  const fits = compileText(wanted, compiler, `value.facts.${name}`);
  return (facts) => {
    const text = told(facts);
    return typeof text === 'string' && fits(text);
  };
}
