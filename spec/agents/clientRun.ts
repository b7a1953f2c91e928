/** One run through a client of ACP or MCP: a real program answers a prompt, and runs a command that is approved. */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { agentNamed } from './agents.ts';
import { type Conversation, converse, type Protocol } from './clients.ts';
import { environmentOf } from './program/environment.ts';
import type { Program } from './program/install.ts';
import { endLeftovers } from './program/leftovers.ts';
import { makeFolders, removeFolders } from './program/places.ts';
import { promptOf } from './scenarios/steps.ts';
import type { Played, StepPlayed } from './score/step.ts';
import { Stub } from './stub/stub.ts';

const command = 'touch made.txt && echo made';

/** What is wrong with the first turn, in which the model only answers. */
async function answers(conversation: Conversation): Promise<readonly string[]> {
  const { text, approved } = await conversation.turn(promptOf('SAY-HELLO'));
  return [
    ...(text === 'Hello. Here is a short answer.' ? [] : [`the text is ${JSON.stringify(text)}`]),
    ...approved.map((about) => `a permission was requested: ${about}`),
  ];
}

/** What is wrong with the second turn, in which a command runs. */
async function runsCommand(conversation: Conversation, made: () => boolean, asks: boolean) {
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

const stepOf = (failures: readonly string[]): StepPlayed => ({
  truth: 'completed_turn',
  said: failures.length > 0 ? 'failed' : 'completed_turn',
  failures,
  late: [],
  wrong: [],
});

export async function playClient(program: Program, protocol: Protocol): Promise<Played> {
  const agent = agentNamed(program.agent);
  const folders = makeFolders();
  const stub = new Stub(folders, agent);
  const api = await stub.listen();
  const variables = agent.prepare({ folders, api, version: program.version, options: {} });
  const made = () => existsSync(join(folders.cwd, 'made.txt'));
  const early: string[] = [];
  const steps: StepPlayed[] = [];
  let conversation: Conversation | undefined;
  let problem: string | undefined;
  try {
    const args = [...program.args, ...agent.args];
    const env = environmentOf(folders, variables);
    conversation = await converse(
      protocol,
      { plugin: agent.name, command: program.command, args, cwd: folders.cwd, env },
      () => {
        if (made()) early.push('the command ran before it was approved');
      },
    );
    steps.push(stepOf(await answers(conversation)));
    steps.push(stepOf([...(await runsCommand(conversation, made, agent.asks ?? true)), ...early]));
  } catch (thrown) {
    problem = (thrown as Error).message;
  } finally {
    await conversation?.close();
    stub.close();
  }
  const left = endLeftovers(folders.base);
  removeFolders(folders);
  return {
    agent: program.agent,
    version: program.version,
    scenario: protocol,
    variant: 'plain',
    steps,
    ...(problem !== undefined && { problem }),
    skipped: 2 - steps.length,
    left,
    strange: [...new Set(stub.strange)],
    load: loadavg()[0]!,
  };
}
