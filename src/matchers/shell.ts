/** Matchers of terminal events: `event`, `command_finished` and `cwd`. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { type EventFacts, type TerminalEvent, TerminalEventKind } from '#terminal/events.ts';
import { defineMatcher, hit, type MatcherCompiler, type MatchResult, miss, quote } from './matcher.ts';
import type { SessionView } from './sessionView.ts';
import { compileTextCondition, formatTextCondition, TextCondition } from './text.ts';

const SinceEvent = z
  .int()
  .min(0)
  .optional()
  .describe('Match only events after the event with this number. Defaults to events since the wait began.');

function searchEvents(
  kind: string,
  since: number | undefined,
  fits: (event: TerminalEvent) => boolean,
  factsOf: (event: TerminalEvent) => Readonly<Record<string, unknown>>,
): (view: SessionView) => MatchResult {
  return (view) => {
    const event = view.eventsSince(since ?? view.startEvent).find(fits);
    if (!event) return miss();
    const { number, sequence } = event;
    return hit(kind, { facts: { number, sequence, ...factsOf(event) } });
  };
}

const FactValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const ExpectedFact = z.union([FactValue, TextCondition]);

const EventValue = z.strictObject({
  kind: TerminalEventKind,
  facts: z
    .record(z.string().max(limits.nameChars), ExpectedFact)
    .default({})
    .refine((facts) => Object.keys(facts).length <= limits.eventFacts, {
      error: `too many facts: at most ${limits.eventFacts}`,
    })
    .describe('The expected facts of the event. Each is a value, or a condition on a text.'),
  since: SinceEvent,
});

export const event = defineMatcher({
  name: 'event',
  summary:
    'The terminal has received this event from the program, since the wait began or after event `since`: a bell, a notification, a shell mark, an image.',
  value: () => EventValue,
  needs: 'screen.read',
  watches: ['event'],
  format: ({ kind }) => `the event ${kind}`,
  example: { value: { kind: 'notification', facts: { text: { contains: 'done' } } } },
  compile: ({ kind, facts, since }, compiler) => {
    const checks = Object.entries(facts).map(([name, one]) => compileFactCheck(name, one, compiler));
    return searchEvents(
      'event',
      since,
      (event) => event.kind === kind && checks.every((check) => check(event.facts)),
      ({ kind, facts }) => ({ event: kind, facts }),
    );
  },
});

function compileFactCheck(
  name: string,
  expected: z.output<typeof ExpectedFact>,
  compiler: MatcherCompiler,
): (facts: EventFacts) => boolean {
  const factOf = (facts: EventFacts) => (Object.hasOwn(facts, name) ? facts[name] : undefined);
  if (expected === null || typeof expected !== 'object') return (facts) => factOf(facts) === expected;
  const fits = compileTextCondition(expected, compiler, `value.facts.${name}`);
  return (facts) => {
    const text = factOf(facts);
    return typeof text === 'string' && fits(text);
  };
}

const CommandFinishedValue = z.strictObject({
  exit_code: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('The expected exit code; null if the shell reports none.'),
  command: TextCondition.optional().describe('A condition on the command.'),
  since: SinceEvent,
});

export const commandFinished = defineMatcher({
  name: 'command_finished',
  summary:
    'A command has finished in a shell with shell integration (OSC 133), since the wait began or after event `since`.',
  value: () => CommandFinishedValue.optional(),
  needs: 'screen.read',
  watches: ['event'],
  format: (value) => {
    const command = value?.command ? formatTextCondition('a command', value.command) : 'a command';
    const code = value?.exit_code;
    if (code === undefined) return `${command} to finish`;
    return `${command} to finish with ${code === null ? 'no exit code' : `exit code ${code}`}`;
  },
  example: { value: { exit_code: 0 } },
  compile: (value = {}, compiler) => {
    const { exit_code, command, since } = value;
    const fits = command && compileTextCondition(command, compiler, 'value.command');
    return searchEvents(
      'command_finished',
      since,
      ({ kind, facts }) =>
        kind === 'command_finished' &&
        (exit_code === undefined || facts.exit_code === exit_code) &&
        (!fits || (typeof facts.command === 'string' && fits(facts.command))),
      ({ facts }) => ({
        exit_code: facts.exit_code,
        ...(facts.command !== undefined && { command: facts.command }),
      }),
    );
  },
});

export const cwd = defineMatcher({
  name: 'cwd',
  summary:
    'The working directory that the program reports (OSC 7, 9;9 or 1337) equals, contains or matches this.',
  value: () => TextCondition,
  needs: 'screen.read',
  watches: ['event'],
  format: (value) =>
    value.equals === undefined
      ? formatTextCondition('a directory', value)
      : `the directory ${quote(value.equals)}`,
  example: { value: { equals: '/tmp' } },
  compile: (value, compiler) => {
    const fits = compileTextCondition(value, compiler, 'value');
    return ({ cwd }) => {
      if (!cwd?.isEligible(0, cwd.text.length) || !fits(cwd.text)) return miss();
      return hit('cwd', { found: { view: cwd, start: 0, end: cwd.text.length } });
    };
  },
});
