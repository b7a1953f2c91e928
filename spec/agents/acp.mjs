/**
 * Drives the `claude` in PATH through `ptywright acp`, with the client of the ACP SDK. Prints a line for each scenario:
 * `npm run agents -- --script spec/agents/acp.mjs VERSION all`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const cwd = process.cwd();
const [selected = 'all'] = process.argv.slice(2);

const command = spawn(
  process.execPath,
  [bin, 'acp', '--plugin', 'claude-code', '--', 'claude', '--permission-mode', 'default'],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const stream = ndJsonStream(Writable.toWeb(command.stdin), Readable.toWeb(command.stdout));
let [updates, requests] = [[], []];
let permit = 'allow_once';
let onUpdate = () => {};

const editor = client({ name: 'agents' })
  .onNotification(methods.client.session.update, ({ params }) => {
    updates.push(params.update);
    onUpdate(params.update);
  })
  .onRequest(methods.client.session.requestPermission, ({ params }) => {
    requests.push(params);
    const found = params.options.find(({ kind }) => kind === permit);
    if (!found) process.stdout.write(`not offered: ${permit} in ${JSON.stringify(params)}\n`);
    const { optionId } = found;
    return { outcome: { outcome: 'selected', optionId } };
  })
  .onRequest(methods.client.elicitation.create, ({ params }) => {
    requests.push(params);
    const { answer } = params.requestedSchema.properties;
    return { action: 'accept', content: { answer: answer.oneOf ? 'Blue' : ['Auth', 'Export'] } };
  })
  .connect(stream).agent;

const { agent } = methods;
await editor.request(agent.initialize, {
  protocolVersion: 1,
  clientCapabilities: { elicitation: { form: {} } },
});
const opened = await editor.request(agent.session.new, { cwd, mcpServers: [] });
const { sessionId } = opened;

async function prompt(request) {
  [updates, requests] = [[], []];
  const prompt = [{ type: 'text', text: request }];
  const { stopReason, _meta } = await editor.request(agent.session.prompt, { sessionId, prompt });
  const text = updates
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    .map(({ content }) => content.text)
    .join('');
  return { stopReason, text, lost: _meta !== undefined };
}

const has = (value, pattern) => {
  if (!pattern.test(value)) throw new Error(`expected ${pattern}, got ${JSON.stringify(value.slice(-400))}`);
};
const is = (value, expected) => has(String(value), new RegExp(`^${expected}$`));

const scenarios = {
  trust: async () => {
    const { stopReason, text } = await prompt('SAY-HELLO please');
    is(stopReason, 'end_turn');
    is(text, 'Hello\\. Here is a short answer\\.');
    is(requests.length, 1);
  },
  twice: async () => {
    is((await prompt('SAY-ALPHA please')).text, 'First answer, alpha\\.');
    is((await prompt('SAY-BETA please')).text, 'Second answer, beta\\.');
  },
  table: async () => {
    const { text } = await prompt('SAY-TABLE please');
    is(text.split('gamma with a long name').length - 1, 1);
    has(text, /The end of it all\.$/);
  },
  denied: async () => {
    permit = 'reject_once';
    is((await prompt('WRITE-FILE please')).stopReason, 'end_turn');
    is(existsSync('notes.md'), false);
    is(requests.length, 1);
    permit = 'allow_once';
  },
  approved: async () => {
    is((await prompt('WRITE-FILE please')).stopReason, 'end_turn');
    is(existsSync('notes.md'), true);
    is(requests.length, 1);
    is(requests[0].toolCall.kind, 'edit');
    is([...new Set(updates.flatMap(({ toolCallId = [] }) => toolCallId))].join(' and '), '\\S+');
    has(JSON.stringify(updates), /"completed"/);
  },
  two: async () => {
    is((await prompt('RUN-TWO please')).stopReason, 'end_turn');
    is(requests.length, 2);
  },
  question: async () => {
    is((await prompt('ASK-ONE please')).stopReason, 'end_turn');
    is(requests[0].mode, 'form');
    has((await prompt('ASK-TWO please')).text, /All of it is done\.$/);
    is(requests.length, 2);
  },
  mode: async () => {
    await editor.request(agent.session.setMode, { sessionId, modeId: 'plan' });
    await editor.request(agent.session.setMode, { sessionId, modeId: 'acceptEdits' });
    rmSync('notes.md', { force: true });
    await prompt('WRITE-FILE please');
    is(requests.length, 0);
    await editor.request(agent.session.setMode, { sessionId, modeId: 'default' });
  },
  cancel: async () => {
    onUpdate = ({ sessionUpdate }) => {
      if (sessionUpdate !== 'agent_message_chunk') return;
      // Once: a second request could cancel the next prompt.
      onUpdate = () => {};
      editor.notify(agent.session.cancel, { sessionId });
    };
    is((await prompt('SAY-MANY please')).stopReason, 'cancelled');
    const { stopReason, text } = await prompt('SAY-ALPHA please');
    is(stopReason, 'end_turn');
    is(text, 'First answer, alpha\\.');
  },
  waiting: async () => {
    const reply = prompt('SAY-WAIT please');
    await editor.notify(agent.session.cancel, { sessionId });
    is((await reply).stopReason, 'cancelled');
    is((await prompt('SAY-BETA please')).text, 'Second answer, beta\\.');
  },
  many: async () => {
    const { text, lost } = await prompt('SAY-MANY please');
    const numbers = [...text.matchAll(/Paragraph (\d+) /g)].map(([, number]) => Number(number));
    is(numbers.join(' '), Array.from({ length: 50 }, (_, at) => at + 1).join(' '));
    is(lost, 'false');
  },
  thousands: async () => {
    const { text, lost } = await prompt('SAY-THOUSANDS please');
    const numbers = [...text.matchAll(/^line (\d+) /gm)].map(([, number]) => Number(number));
    is(numbers.length, 2000);
    is(
      numbers.every((number, at) => number === at + 1),
      true,
    );
    is(lost, 'false');
  },
  load: async () => {
    await prompt('SAY-ALPHA please');
    await editor.request(agent.session.close, { sessionId });
    updates = [];
    await editor.request(agent.session.load, { sessionId, cwd, mcpServers: [] });
    has(JSON.stringify(updates), /SAY-ALPHA please.*First answer, alpha/);
    is((await prompt('SAY-BETA please')).text, 'Second answer, beta\\.');
  },
  command: async () => {
    is((await prompt('/clear')).stopReason, 'end_turn');
    is((await prompt('SAY-ALPHA please')).text, 'First answer, alpha\\.');
  },
};

let failed = 0;
for (const [name, run] of Object.entries(scenarios)) {
  if (selected !== 'all' && !selected.split(',').includes(name)) continue;
  try {
    process.stdout.write(`ok ${name}: ${(await run()) ?? ''}\n`);
  } catch (problem) {
    failed += 1;
    process.stdout.write(`FAILED ${name}: ${problem.message}\n${JSON.stringify({ requests, updates })}\n`);
  }
}
command.stdin.end();
await once(command, 'exit');
process.exitCode = failed > 0 ? 1 : 0;
