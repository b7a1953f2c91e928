/** Frames sent to the page, over a connection on which the spec acts as the server. */
import { expect, it } from 'vitest';
import { BaseClient, type TransportHandlers } from '#client/baseClient.ts';
import { SessionViewer, type ViewerTerminal } from '#page/sessionViewer.ts';

const size = { rows: 24, cols: 80 };

/** All sessions have a viewer of the same name. Only the session distinguishes their frames. */
function scripted() {
  let hearer!: TransportHandlers;
  const asked: string[] = [];
  const terms: unknown[] = [];
  const client = new BaseClient((hears) => {
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
  const drawn: ViewerTerminal = {
    size: size,
    write: async (data) => void shown.push(data),
    rendered: () => new Promise((resolve) => sees.push(resolve)),
    resize: (extent) => {
      Object.assign(drawn, { size: extent });
      shown.push(`${extent.rows} x ${extent.cols}`);
    },
    close: () => {},
  };
  return { shown, drawn, sees };
}

const viewing = (client: BaseClient, session: string, screen: ViewerTerminal, resized = () => {}) =>
  new SessionViewer({ client, session, terminal: screen, name: 'ada', onResize: resized });

/** After its first frame was rendered. */
async function attached(viewing: SessionViewer, sees: (() => void)[]): Promise<void> {
  const began = viewing.attach();
  while (sees.length === 0) await Promise.resolve();
  sees.shift()!();
  await began;
}

it('renders frames of its session only', async () => {
  const { client, tell } = scripted();
  const { shown, drawn, sees } = picture();
  await attached(viewing(client, 's2', drawn), sees);
  tell('s1', 'not ours');
  tell('s2', 'ours');
  expect(shown).toEqual(['24 x 80', 's2 begins', 'ours']);
});

it('detaches at once if it was closed during the attach', async () => {
  const { client, tell, asked } = scripted();
  const { shown, drawn } = picture();
  const left = viewing(client, 's1', drawn);
  const began = left.attach();
  left.close();
  await began;
  tell('s1', 'too late');
  expect([shown, asked]).toEqual([[], ['session.attach s1', 'session.detach s1']]);
});

it('acknowledges a frame after it is rendered, and not before', async () => {
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

it('takes the current size of the session, and requests a full frame', async () => {
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
