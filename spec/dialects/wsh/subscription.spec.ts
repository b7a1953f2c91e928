import { describe, expect, it } from 'vitest';
import { createSessions, follow } from './drawing.ts';

const sessions = createSessions();

describe('a subscription', () => {
  it('continues the numbers of the previous one', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines']);
    await draw('one');
    await client.event('line');
    await follow(client, ['lines', 'cursor']);
    await draw('two');
    await client.event('line', ({ line }) => line.includes('two'));
    const seqs = client.messages.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq as number);
    expect(seqs).toEqual(seqs.map((_, at) => at));
    expect(client.events('sync').length).toBeGreaterThan(1);
  });

  it('starts with the full screen, after its reply', async () => {
    const { client } = await sessions();
    expect(await follow(client, ['lines', 'cursor'])).toEqual({ events: ['lines', 'cursor'] });
    const sync = await client.event('sync');
    expect(sync).toEqual({
      event: 'sync',
      session: 'dev',
      seq: 0,
      scrollback_lines: 0,
      screen: {
        epoch: 0,
        first_line_index: 0,
        total_lines: 24,
        lines: ['ready', ...Array(23).fill('')],
        cursor: { row: 0, col: 5, visible: true },
        cols: 80,
        rows: 24,
        alternate_active: false,
      },
    });
    const kinds = client.messages.map(({ event, method }) => event ?? method);
    expect(kinds.indexOf('subscribe')).toBeLessThan(kinds.indexOf('sync'));
  });

  it('of a connection to one session names no session', async () => {
    const { server } = await sessions();
    const own = await server.connect('/sessions/dev/ws/json');
    await own.call('subscribe', { events: [] });
    expect(await own.event('sync')).not.toHaveProperty('session');
  });

  it('sends its first sync with the session beside the parameters, as released', async () => {
    const { client } = await sessions({ wire: 'client' });
    await follow(client, []);
    expect(await client.event('sync')).toMatchObject({
      session: 'dev',
      params: { seq: 0, screen: { rows: 24 } },
    });
  });

  it('sends rows and the cursor, with growing numbers', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines', 'cursor']);
    await draw('\\033[1m!\\033[m?');
    expect(await client.event('line')).toMatchObject({ index: 0, total_lines: 24, line: 'ready!?' });
    expect(await client.event('cursor')).toMatchObject({ row: 0, col: 7, visible: true });
    await draw('\\033[?25l');
    await client.event('cursor', ({ visible }) => visible === false);
    const seqs = client.messages.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq as number);
    expect(seqs).toEqual(seqs.map((_, at) => at));
  });

  it('sends styles if requested', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines'], { format: 'styled' });
    await draw('\\r\\033[K\\033[1;31ma\\033[0;4;38;2;1;2;3mb\\033[0;48;5;200;7mc\\033[m');
    expect((await client.event('line')).line).toEqual([
      { text: 'a', fg: { indexed: 1 }, bold: true },
      { text: 'b', fg: { rgb: { r: 1, g: 2, b: 3 } }, underline: true },
      { text: 'c', bg: { indexed: 200 }, inverse: true },
    ]);
  });

  it('sends the changed rows, and the full screen', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['diffs']);
    await draw('\\n\\nthere');
    const diff = await client.event('diff');
    expect(diff.changed_lines).toEqual([2]);
    expect(diff.screen.lines.slice(0, 3)).toEqual(['ready', '', expect.stringContaining('there')]);
    expect(client.events('line')).toEqual([]);
  });

  it('replaces the previous one', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines']);
    await follow(client, ['cursor']);
    await draw('x');
    await client.event('cursor');
    expect(client.events('line')).toEqual([]);
    expect(client.events('sync')).toHaveLength(2);
  });

  it('refuses unknown events', async () => {
    const { client } = await sessions();
    expect(await client.code('subscribe', { events: ['bells'] }, 'dev')).toBe('invalid_request');
    expect(await client.code('subscribe', {}, 'dev')).toBe('invalid_request');
    expect(await client.code('subscribe', { events: [] }, 'none')).toBe('session_not_found');
  });

  it('ends with its session, after its last screen', async () => {
    const { client } = await sessions();
    await client.session('short', 'read x; printf goodbye');
    await client.call('subscribe', { events: ['lines'], interval_ms: 60_000, format: 'plain' }, 'short');
    await client.call('send_input', { data: 'x\n' }, 'short');
    await client.event('session_destroyed');
    expect(client.events('line').map(({ line }) => line)).toContainEqual(expect.stringContaining('goodbye'));
  });
});

describe('the interval', () => {
  it('merges the changes within it', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines'], { interval_ms: 3_600_000 });
    await draw('a');
    await client.event('line');
    for (const each of 'bcdef') await draw(each);
    await client.shows('dev', 'readyabcdef');
    expect(client.events('line').map(({ line }) => line)).toEqual(['readya']);
  });

  it('sends the last change at its end', async () => {
    const { client, draw } = await sessions();
    await follow(client, ['lines'], { interval_ms: 50 });
    for (const each of 'abc') await draw(each);
    await client.event('line', ({ line }) => line === 'readyabc');
    const received = client.events('line').map(({ seq }) => seq as number);
    expect(received).toEqual([...received].sort((one, other) => one - other));
  });
});
