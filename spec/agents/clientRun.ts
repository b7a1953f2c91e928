/** Runs a conversation over ACP or MCP: the agent answers a prompt, then runs a command that the client approves. */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { agentNamed } from './agents.ts';
import { type Conversation, type Protocol, startConversation } from './clients.ts';
import { environmentOf } from './program/environment.ts';
import { makeFolders, removeFolders } from './program/folders.ts';
import type { Program } from './program/install.ts';
import { killLeftovers } from './program/leftovers.ts';
import { promptOf } from './scenarios/steps.ts';
import type { RunResult, StepResult } from './score/step.ts';
import { Stub } from './stub/stub.ts';

const command = 'touch made.txt && echo made';

/** Returns the failures of the first turn, in which the model only answers. */
async function answerFailures(conversation: Conversation): Promise<readonly string[]> {
  const { text, approved } = await conversation.turn(promptOf('SAY-HELLO'));
  return [
    ...(text === 'Hello. Here is a short answer.' ? [] : [`the text is ${JSON.stringify(text)}`]),
    ...approved.map((about) => `a permission was requested: ${about}`),
  ];
}

/** Returns the failures of the second turn, in which a command runs. */
async function commandFailures(conversation: Conversation, made: () => boolean, asks: boolean) {
  const { text, approved } = await conversation.turn(promptOf('RUN-BASH'));
  const expected = asks ? 1 : 0;
  return [
    ...(approved.length === expected
      ? []
      : [`${approved.length} permissions were requested, not ${expected}`]),
    ...approved.filter((about) => !about.includes(command)).map((about) => `the permission is ${about}`),
    ...(made() ? [] : ['the command did not run']),
    ...(text.endsWith('All of it is done.') ? [] : [`the text is ${JSON.stringify(text)}`]),
  ];
}

const stepOf = (failures: readonly string[]): StepResult => ({
  expected: 'completed_turn',
  reported: failures.length > 0 ? 'failed' : 'completed_turn',
  failures,
  late: [],
  wrong: [],
});

export async function playClient(program: Program, protocol: Protocol): Promise<RunResult> {
  const agent = agentNamed(program.agent);
  const folders = makeFolders();
  const stub = new Stub(folders, agent);
  const api = await stub.listen();
  const variables = agent.prepare({ folders, api, version: program.version, options: {} });
  const commandRan = () => existsSync(join(folders.cwd, 'made.txt'));
  const earlyFailures: string[] = [];
  const steps: StepResult[] = [];
  let conversation: Conversation | undefined;
  let problem: string | undefined;
  try {
    const args = [...program.args, ...agent.args];
    const env = environmentOf(folders, variables);
    conversation = await startConversation(
      protocol,
      { plugin: agent.name, command: program.command, args, cwd: folders.cwd, env },
      () => {
        if (commandRan()) earlyFailures.push('the command ran before it was approved');
      },
    );
    steps.push(stepOf(await answerFailures(conversation)));
    steps.push(
      stepOf([
        ...(await commandFailures(conversation, commandRan, agent.asksPermission ?? true)),
        ...earlyFailures,
      ]),
    );
  } catch (thrown) {
    problem = (thrown as Error).message;
  } finally {
    await conversation?.close();
    stub.close();
  }
  const leftovers = killLeftovers(folders.base);
  removeFolders(folders);
  return {
    agent: program.agent,
    version: program.version,
    scenario: protocol,
    variant: 'plain',
    steps,
    ...(problem !== undefined && { problem }),
    skipped: 2 - steps.length,
    leftovers,
    unexpectedRequests: [...new Set(stub.unexpectedRequests)],
    load: loadavg()[0]!,
  };
}
