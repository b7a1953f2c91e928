/**
 * The screen events of a subscription, and when they are sent.
 *
 * Long because every event has its cases.
 */
import { describe, expect, it } from 'vitest';
import { createSessions, follow } from './drawing.ts';

const sessions = createSessions();

describe('a reset', () => {
  it.each([
    ['clear_screen', '\\033[2J'],
    ['clear_scrollback', '\\033[3J'],
    ['hard_reset', '\\033c'],
    ['alternate_screen_enter', '\\033[?1049h'],
  ])('%s', async (reason, text) => {
    const { client, draw } = await sessions();
    await follow(client, ['mode']);
    await client.event('sync');
    await draw(text);
    const reset = await client.event('reset', (it) => it.reason === reason);
    const sync = await client.event('sync', ({ seq }) => seq > reset.seq);
    expect(sync.screen.epoch).toBeGreaterThan(0);
  });

  it('alternate_screen_exit, and the mode before it', async () => {
    const { client, draw } = await sessions();
    await draw('\\033[?1049hother');
    await client.shows('dev', 'other');
    await follow(client, ['mode']);
    await draw('\\033[?1049l');
    const reset = await client.event('reset', ({ reason }) => reason === 'alternate_screen_exit');
    expect(await client.event('mode')).toMatchObject({ alternate_active: false, seq: reset.seq - 1 });
    const sync = await client.event('sync', ({ seq }) => seq > reset.seq);
    expect(sync.screen).toMatchObject({ alternate_active: false });
    expect(sync.screen.lines[0]).toBe('ready');
  });

  it('resize', async () => {
    const { client } = await sessions();
    await follow(client, []);
    expect(await client.call('resize', { cols: 100, rows: 5000 }, 'dev')).toEqual({});
    await client.event('reset', ({ reason }) => reason === 'resize');
    const sync = await client.event('sync', ({ screen }) => screen.cols === 100);
    expect(sync.screen).toMatchObject({ cols: 100, rows: 500 });
  });
});
