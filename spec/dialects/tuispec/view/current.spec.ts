/** The current view of tuispec. */
import { describe, expect, it } from 'vitest';
import { exact, showing } from '../running.ts';

describe('the view', () => {
  it('is padded, and readable by rows, columns and regions', async () => {
    const { client } = await showing('ab\\r\\nEND', { terminalRows: 3, terminalCols: 4 });
    const view = async (filter?: object) => (await client.call('currentView', filter)).text;
    expect(await client.call('currentView')).toEqual({ text: 'ab  \nEND \n    ', rows: 3, cols: 4 });
    expect(await view({ rows: { start: 2, end: 2 } })).toBe('END ');
    expect(await view({ rows: { start: 2, end: 0 } })).toBe('END \n    ');
    expect(await view({ entireRow: 1 })).toBe('ab  ');
    expect(await view({ entireCol: 2 })).toBe('b\nN\n ');
    expect(await view({ entireCol: 0 })).toBe('ab  \nEND \n    ');
    expect(await view({ region: { col: 2, row: 1, width: 2, height: 2 } })).toBe('b \nND');
    expect(await view({ region: { col: 0, row: 2, width: 1, height: 1 } })).toBe('END ');
    expect((await client.ask('currentView', { entireRow: 1, entireCol: 1 })).error?.code).toBe(-32602);
  });

  it('is sent when it changes', async () => {
    const { client } = await showing('END');
    const requested = { debounceMs: 0, includeText: true };
    expect(await client.call('viewSubscribe', requested)).toEqual({ ok: true, ...requested });
    const notice = client.notice();
    await client.call('sendLine', { text: 'more', expectAfter: exact('more'), ambiguityMode: 'first' });
    expect(await notice).toMatchObject({ method: 'view.changed', params: { rows: 40, cols: 134 } });
    expect((await notice).params.text).toContain('more');
    expect(await client.call('viewUnsubscribe')).toEqual({ ok: true });
  });
});
