/** Frames on their way to the page, over a line on which a spec says what the server says. */
import { expect, it } from 'vitest';
import { type Hearer, Talk } from '../../src/client/talk.ts';
import { type Picture, Viewing } from '../../src/page/stage/viewing.ts';

const size = { rows: 24, cols: 80 };

/** Every session has a viewer of the same name: what tells frames apart is the session. */
function scripted() {
  let hearer!: Hearer;
  const asked: string[] = [];
  const client = new Talk((hears) => {
    hearer = hears;
    return {
      request: (id, method, params) => {
        const { session } = params as { readonly session: string };
        asked.push(`${method} ${session}`);
        const result = { viewer: 'v1', data: `${session} begins`, size };
        hearer.message({ jsonrpc: '2.0', id, result });
      },
      notify: () => {},
      end: () => {},
    };
  });
  const tell = (session: string, data: string) =>
    hearer.message({
      jsonrpc: '2.0',
      method: 'session.frame',
      params: { session, viewer: 'v1', data },
    });
  return { client, tell, asked };
}

function picture() {
  const shown: string[] = [];
  const drawn: Picture = {
    extent: size,
    write: async (data) => void shown.push(data),
    resize: () => {},
    close: () => {},
  };
  return { shown, drawn };
}

it('draws frames of its own session only', async () => {
  const { client, tell } = scripted();
  const { shown, drawn } = picture();
  await new Viewing(client, 's2', drawn).attach();
  tell('s1', 'not ours');
  tell('s2', 'ours');
  expect(shown).toEqual(['s2 begins', 'ours']);
});

it('leaves at once where it was closed before it was let in', async () => {
  const { client, tell, asked } = scripted();
  const { shown, drawn } = picture();
  const viewing = new Viewing(client, 's1', drawn);
  const attached = viewing.attach();
  viewing.close();
  await attached;
  tell('s1', 'too late');
  expect([shown, asked]).toEqual([[], ['session.attach s1', 'session.detach s1']]);
});
