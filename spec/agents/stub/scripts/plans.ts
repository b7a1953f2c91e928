/** Plan mode: entering it, and leaving it with a plan in the file that the agent names. */
import { callTool, message, say } from '../reply.ts';
import type { ScriptContext, Scripts } from '../script.ts';

const plan = '# Plan\n\n## Steps\n\n1. Read hello.txt\n2. Change hello to goodbye\n3. Run the tests\n';

const leave = message(say('The plan is ready.'), callTool('ExitPlanMode', { plan }));

const write = ({ planFile }: ScriptContext) =>
  planFile === undefined
    ? leave
    : message(say('Writing the plan.'), callTool('Write', { file_path: planFile, content: plan }));

export const plans: Scripts = {
  'MAKE-PLAN': [write, ({ planFile }) => (planFile === undefined ? message(say('Done.')) : leave)],
  'EMPTY-PLAN': [message(say('There is nothing to plan.'), callTool('ExitPlanMode', {}))],
  'ENTER-PLAN': [message(say('I would like to plan first.'), callTool('EnterPlanMode', {}))],
};
