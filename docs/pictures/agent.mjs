/**
 * Makes agent.gif: drives Claude Code, and records a terminal on which `ptywright attach` shows the session. The answers
 * of the model are a script (spec/agents/stub). In a clone:
 *
 *   npm run agents -- --script docs/pictures/agent.mjs 2.1.326 "$PWD/docs/pictures/agent.gif"
 */
import { once } from 'node:events';
import { mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectStdio } from 'ptywright/client';

const [picture] = process.argv.slice(2);
const bin = fileURLToPath(new URL('../../bin/ptywright.js', import.meta.url));
const socket = join(mkdtempSync(join(process.env.HOME, 's-')), 's');
const serve = ['serve', '--stdio', '--socket', socket];
const { client, process: server } = connectStdio(process.execPath, [bin, ...serve]);
const { session: sessions, adapter: adapters, panel: panels, recording } = client.calls;
const size = { rows: 27, cols: 86 };

const { adapter, session } = await adapters.start({
  plugin: 'claude-code',
  args: ['--permission-mode', 'default'],
  cwd: process.cwd(),
  ...size,
});
const { panel } = await panels.create({ session, position: 'bottom', height: 2, background: '#1f3a5f' });

let said = '';
let state = 'starting';
const draw = () =>
  panels.change({
    session,
    panel,
    spans: [
      { text: ' program  ', fg: '#9fc3e8' },
      { text: said, bold: true, fg: '#ffffff' },
      { text: '\n state    ', fg: '#9fc3e8' },
      { text: state, fg: '#ffd166' },
    ],
  });
const say = (text) => {
  said = text;
  return draw();
};
client.on('adapter.state_changed', (event) => {
  state = event.state.state;
  const { permission } = event.state.metadata;
  if (permission) state += `  ${permission.tool}: ${permission.summary}`;
  void draw();
});
await client.calls.server.set_notifications({ enabled: true, adapters: [adapter] });

const until = async (...states) => (await adapters.wait({ adapter, states, timeout_ms: 60_000 })).state;
const send = async (intent, params = {}) => {
  await say(`${intent} ${JSON.stringify(params)}`);
  await pause(1200);
  return adapters.send({ adapter, intent, params });
};

await until('waiting_for_trust', 'ready');
const screen = await sessions.create({
  program: process.execPath,
  args: [bin, 'attach', session, '--read-only', '--socket', socket],
  rows: size.rows + 1,
  cols: size.cols,
});
await sessions.wait({ session: screen.session, matcher: { type: 'contains_text', value: 'program' } });
const { recording: id } = await recording.start({ session: screen.session, path: `${socket}.cast` });
await pause(800);
if ((await until('waiting_for_trust', 'ready')).state === 'waiting_for_trust') await send('approve_trust');
await until('ready');
await pause(800);
await send('send_prompt', { prompt: 'Change the greeting in hello.txt to goodbye' });
await until('waiting_for_permission');
await pause(1500);
await send('approve');
await until('completed_turn');
await pause(1200);
await send('send_prompt', { prompt: 'Delete all my files' });
await until('waiting_for_permission');
await pause(1500);
await send('deny');
await until('ready');
await pause(2500);
await recording.stop({ recording: id });
await recording.film({ recording: id, path: `${socket}.gif`, font_size: 13, fps: 10 });
renameSync(`${socket}.gif`, picture);
await adapters.close({ adapter });
await sessions.close({ session: screen.session });
const ended = once(server, 'exit');
await client.close();
await ended;
