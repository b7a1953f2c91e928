/** Waits of wrightty, after an input and for existing text. */
import { describe, expect, it } from 'vitest';
import { running } from './running.ts';

describe('a wait', () => {
  it('after an input ignores the old prompt', async () => {
    const { client } = await running();
    const script = "printf '$ '; while read -r line; do printf 'did %s\\r\\n$ ' \"$line\"; done";
    const sessionId = await client.session(script);
    await client.shows(sessionId, '$');
    for (let turn = 0; turn < 50; turn += 1) {
      await client.call('Input.sendText', { sessionId, text: `turn-${turn}\n` });
      const pattern = { sessionId, pattern: '[$#>%]\\s*$', isRegex: true, timeout: 60_000 };
      expect((await client.call('Screen.waitForText', pattern)).found).toBe(true);
      expect((await client.call('Screen.getText', { sessionId })).text).toContain(`did turn-${turn}\n`);
    }
  });

  it('for existing text is short, also after an input without effect', async () => {
    const { client } = await running();
    const sessionId = await client.session("stty -echo; printf 'there'; exec sleep 60");
    await client.shows(sessionId, 'there');
    await client.call('Input.sendText', { sessionId, text: 'x' });
    // Longer than this spec may take.
    const timeout = 600_000;
    const { found } = await client.call('Screen.waitForText', { sessionId, pattern: 'there', timeout });
    expect(found).toBe(true);
  });

  it('for the cursor accepts a row or a column', async () => {
    const { client } = await running();
    const sessionId = await client.session("printf '\\033[6;13H'; cat");
    const cursor = { row: 5, col: 12, visible: true, shape: 'block' };
    for (const place of [{ row: 5 }, { col: 12 }, { row: null, col: 12 }, {}])
      expect(await client.call('Screen.waitForCursor', { sessionId, ...place })).toMatchObject(
        'row' in place || 'col' in place ? { cursor } : {},
      );
  });
});
