/** Frames on their way to the page, over a line on which a spec says what the server says. */
import { expect, it } from 'vitest';
import { type Hearer, Talk } from '../../src/client/talk.ts';
import { type Picture, Viewing } from '../../src/page/stage/viewing.ts';

const size = { rows: 24, cols: 80 };

/** Every session has a viewer of the same name: what tells frames apart is the session. */
function scripted() {
  let hearer!: Hearer;
  const asked: string[] = [];
  const terms: unknown[] = [];
  const client = new Talk((hears) => {
    hearer = hears;
    return {
      request: (id, method, params) => {
        const { session } = params as { readonly session: string };
        asked.push(`${method} ${session}`);
        terms.push(params);
        const result = { viewer: 'v1', data: `${session} begins`, size };
        hearer.message({ jsonrpc: '2.0', id, result });
      },
      notify: () => {},
      end: () => {},
    };
  });
  const tell = (session: string, data: string, more = {}) =>
    hearer.message({
      jsonrpc: '2.0',
      method: 'session.frame',
      params: { session, viewer: 'v1', data, ...more },
    });
  return { client, tell, asked, terms };
}

function picture() {
  const shown: string[] = [];
  const sees: (() => void)[] = [];
  const drawn: Picture = {
    extent: size,
    write: async (data) => void shown.push(data),
    drawn: () => new Promise((resolve) => sees.push(resolve)),
    resize: (extent) => {
      Object.assign(drawn, { extent });
      shown.push(`${extent.rows} x ${extent.cols}`);
    },
    close: () => {},
  };
  return { shown, drawn, sees };
}

const viewing = (client: Talk, session: string, screen: Picture, resized = () => {}) =>
  new Viewing({ client, session, screen, name: 'ada', resized });

/** With its first frame drawn. */
async function attached(viewing: Viewing, sees: (() => void)[]): Promise<void> {
  const began = viewing.attach();
  while (sees.length === 0) await Promise.resolve();
  sees.shift()!();
  await began;
}

it('draws frames of its own session only', async () => {
  const { client, tell } = scripted();
  const { shown, drawn, sees } = picture();
  await attached(viewing(client, 's2', drawn), sees);
  tell('s1', 'not ours');
  tell('s2', 'ours');
  expect(shown).toEqual(['24 x 80', 's2 begins', 'ours']);
});

it('leaves at once where it was closed before it was let in', async () => {
  const { client, tell, asked } = scripted();
  const { shown, drawn } = picture();
  const left = viewing(client, 's1', drawn);
  const began = left.attach();
  left.close();
  await began;
  tell('s1', 'too late');
  expect([shown, asked]).toEqual([[], ['session.attach s1', 'session.detach s1']]);
});

it('asks for the next frame when one is drawn, and not before', async () => {
  const { client, tell, asked, terms } = scripted();
  const { shown, drawn, sees } = picture();
  await attached(viewing(client, 's1', drawn), sees);
  expect(terms[0]).toMatchObject({ paced: true });
  expect(asked.splice(0)).toEqual(['session.attach s1', 'session.drawn s1']);
  tell('s1', 'much');
  while (sees.length === 0) await Promise.resolve();
  expect([shown.at(-1), asked]).toEqual(['much', []]);
  sees.shift()!();
  while (asked.length === 0) await Promise.resolve();
  expect(asked).toEqual(['session.drawn s1']);
});

it('has the size that the session has by now, and asks for all of it', async () => {
  const { client, tell, asked, terms } = scripted();
  const { shown, drawn, sees } = picture();
  let resized = 0;
  const follows = viewing(client, 's1', drawn, () => {
    resized += 1;
  });
  await attached(follows, sees);
  tell('s1', '', { size: { rows: 40, cols: 150 } });
  while (sees.length === 0) await Promise.resolve();
  expect([shown.at(-1), asked.at(-1), resized]).toEqual(['40 x 150', 'session.view s1', 1]);
  expect(terms.at(-1)).toMatchObject({ size: { rows: 40, cols: 150 } });
});
