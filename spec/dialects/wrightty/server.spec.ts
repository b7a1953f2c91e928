/** Capabilities of wrightty claim nothing that is missing. */
import { describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { type Client, type RunningOptions, running as start } from './running.ts';

const running = async (options?: RunningOptions): Promise<Client> => (await start(options)).client;

describe('capabilities', () => {
  it('contain everything if all is granted', async () => {
    const { capabilities } = await (await running()).call('Wrightty.getInfo');
    expect(capabilities.screenshot).toHaveLength(5);
    expect(capabilities.recording).toHaveLength(7);
    expect(Object.values(capabilities)).not.toContain(false);
  });

  it('contain everything that is not denied', async () => {
    const denied = new Set(['transcript.read', 'screen.read', 'input.write']);
    const grants = new Set(permissionNames.filter((name) => !denied.has(name)));
    const client = await running({ server: { grants } });
    const { capabilities } = await client.call('Wrightty.getInfo');
    expect(capabilities).toMatchObject({
      screenshot: [],
      recording: [],
      events: [],
      supportsColorPalette: false,
      supportsMouse: false,
      supportsRawOutput: false,
      supportsScrollback: false,
      supportsShellIntegration: false,
      supportsSessionCreate: true,
    });
  });
});
