/** Plan mode: entering it, and leaving it with a plan in the file that the agent names. */
import { message, say, use } from '../reply.ts';
import type { Scene, Scripts } from '../script.ts';

const plan = '# Plan\n\n## Steps\n\n1. Read hello.txt\n2. Change hello to goodbye\n3. Run the tests\n';

const leave = message(say('The plan is ready.'), use('ExitPlanMode', { plan }));

const write = ({ planFile }: Scene) =>
  planFile === undefined
    ? leave
    : message(say('Writing the plan.'), use('Write', { file_path: planFile, content: plan }));

export const plans: Scripts = {
  'MAKE-PLAN': [write, ({ planFile }) => (planFile === undefined ? message(say('Done.')) : leave)],
  'EMPTY-PLAN': [message(say('There is nothing to plan.'), use('ExitPlanMode', {}))],
  'ENTER-PLAN': [message(say('I would like to plan first.'), use('EnterPlanMode', {}))],
};
