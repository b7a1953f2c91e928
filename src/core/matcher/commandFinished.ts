import { z } from '../../platform/schema.ts';
import { SinceEvent, searchEvents } from './happened.ts';
import { matcher } from './matcher.ts';
import { compileText, TextCondition, textInWords } from './textCondition.ts';

const Value = z.strictObject({
  exit_code: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('What it ended with; null where the shell does not say.'),
  command: TextCondition.optional().describe('What was run.'),
  since: SinceEvent,
});

export const commandFinished = matcher({
  name: 'command_finished',
  summary:
    'A command has ended in a shell that marks its commands (OSC 133), since the wait began or since an event.',
  value: () => Value.optional(),
  needs: 'screen.read',
  watches: ['event'],
  words: (value) => {
    const command = value?.command ? textInWords('a command', value.command) : 'a command';
    const code = value?.exit_code;
    return `the end of ${command}${code === undefined ? '' : `, with ${code ?? 'no exit code'}`}`;
  },
  example: { value: { exit_code: 0 } },
  compile: (value = {}, compiler) => {
    const { exit_code, command, since } = value;
    const fits = command && compileText(command, compiler, 'value.command');
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
