import { describe, expect, it } from 'vitest';
import { start } from './running.ts';

describe('a click', () => {
  const script = `stty -echo raw; printf '\\033[?1000h\\033[?1006hitem item [ OK ] '; exec cat -v`;
  it('is sent to the middle of a match, and is refused if several match', async () => {
    const { client } = start();
    await client.call('initialize');
    await client.call('launch', { command: '/bin/sh', args: ['-c', script] });
    await client.call('waitUntil', { pattern: 'OK' });
    const { error } = await client.ask('click', { selector: { type: 'exact', text: 'item' } });
    expect(error).toMatchObject({
      code: -32004,
      data: {
        fault: 'Ambiguous',
        matched: 2,
        candidates: [
          { row: 1, col: 1 },
          { row: 1, col: 6 },
        ],
      },
    });
    await client.call('click', { selector: { type: 'exact', text: '[ OK ]' }, button: 'right' });
    await client.call('waitUntil', { pattern: '\\^\\[\\[<2;13;1M\\^\\[\\[<2;13;1m' });
    expect((await client.ask('click', { col: 1 })).error?.code).toBe(-32602);
    expect((await client.ask('click', { col: 999, row: 1 })).error?.code).toBe(-32602);
  });
});
