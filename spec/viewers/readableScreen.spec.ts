import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../harness/server.ts';
import { readySession } from '../server/sessions.ts';
import { Person } from './screens.ts';

describe('a viewer of a session', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  it('reads overlays and panels', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session);
    served.server.world.sessions.get(session).layers;
    await served.client.send('panel.create', {
      session,
      position: 'top',
      height: 1,
      spans: [{ text: 'a panel' }],
    });
    await person.sees('a panel');
    expect(person.screen.row(0).text).toContain('a panel');
    expect(person.screen.row(1).text).toContain('ready');
  });
});
