/** Frames sent to the page, over a connection on which the spec acts as the server. */
import { expect, it } from 'vitest';
import { BaseClient, type TransportHandlers } from '#client/baseClient.ts';
import { SessionViewer, type ViewerTerminal } from '#page/sessionViewer.ts';

const size = { rows: 24, cols: 80 };

/** All sessions have a viewer of the same name. Only the session distinguishes their frames. */
function scripted() {
  let listener!: TransportHandlers;
  const requested: string[] = [];
  const options: unknown[] = [];
  const client = new BaseClient((hears) => {
    listener = hears;
    return {
      request: (id, method, params) => {
        const { session } = params as { readonly session: string };
        requested.push(`${method} ${session}`);
        options.push(params);
        const result = { viewer: 'v1', data: `${session} begins`, size };
        listener.message({ jsonrpc: '2.0', id, result });
      },
      notify: () => {},
      end: () => {},
    };
  });
  const report = (session: string, data: string, more = {}) =>
    listener.message({
      jsonrpc: '2.0',
      method: 'session.frame',
      params: { session, viewer: 'v1', data, ...more },
    });
  return { client, report, requested, options };
}

function picture() {
  const visible: string[] = [];
  const sees: (() => void)[] = [];
  const viewerTerminal: ViewerTerminal = {
    size: size,
    write: async (data) => void visible.push(data),
    rendered: () => new Promise((resolve) => sees.push(resolve)),
    resize: (extent) => {
      Object.assign(viewerTerminal, { size: extent });
      visible.push(`${extent.rows} x ${extent.cols}`);
    },
    close: () => {},
  };
  return { visible, viewerTerminal, sees };
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
  const { client, report } = scripted();
  const { visible, viewerTerminal, sees } = picture();
  await attached(viewing(client, 's2', viewerTerminal), sees);
  report('s1', 'not ours');
  report('s2', 'ours');
  expect(visible).toEqual(['24 x 80', 's2 begins', 'ours']);
});

it('detaches at once if it was closed during the attach', async () => {
  const { client, report, requested } = scripted();
  const { visible, viewerTerminal } = picture();
  const left = viewing(client, 's1', viewerTerminal);
  const began = left.attach();
  left.close();
  await began;
  report('s1', 'too late');
  expect([visible, requested]).toEqual([[], ['session.attach s1', 'session.detach s1']]);
});

it('acknowledges a frame after it is rendered, and not before', async () => {
  const { client, report, requested, options } = scripted();
  const { visible, viewerTerminal, sees } = picture();
  await attached(viewing(client, 's1', viewerTerminal), sees);
  expect(options[0]).toMatchObject({ paced: true });
  expect(requested.splice(0)).toEqual(['session.attach s1', 'session.drawn s1']);
  report('s1', 'much');
  while (sees.length === 0) await Promise.resolve();
  expect([visible.at(-1), requested]).toEqual(['much', []]);
  sees.shift()!();
  while (requested.length === 0) await Promise.resolve();
  expect(requested).toEqual(['session.drawn s1']);
});

it('takes the current size of the session, and requests a full frame', async () => {
  const { client, report, requested, options } = scripted();
  const { visible, viewerTerminal, sees } = picture();
  let resized = 0;
  const follows = viewing(client, 's1', viewerTerminal, () => {
    resized += 1;
  });
  await attached(follows, sees);
  report('s1', '', { size: { rows: 40, cols: 150 } });
  while (sees.length === 0) await Promise.resolve();
  expect([visible.at(-1), requested.at(-1), resized]).toEqual(['40 x 150', 'session.view s1', 1]);
  expect(options.at(-1)).toMatchObject({ size: { rows: 40, cols: 150 } });
});
