import { expect, it, onTestFinished } from 'vitest';
import { manifest } from '../../adapters/files.ts';
import { runInProcess } from '../../harness/server.ts';

const validate = (manifest: unknown) => {
  const server = runInProcess();
  onTestFinished(() => server.close());
  return server.client.send('plugin.validate_manifest', { manifest } as never);
};

it('accepts a manifest that this server cannot run', async () => {
  expect(await validate({ ...manifest, runtime: 'wasm', entrypoint: 'main.wasm' })).toEqual({ valid: true });
});

it('reports errors with the path in the parameters', async () => {
  await expect(validate({ ...manifest, permissions: ['screen.read', 'screen.raed'] })).rejects.toMatchObject({
    code: -32602,
    message: 'manifest.permissions.1: "screen.raed" is not a permission (nearest: screen.read)',
    data: {
      fault: 'Invalid',
      path: 'manifest.permissions.1',
      reason: '"screen.raed" is not a permission (nearest: screen.read)',
      expected: expect.stringContaining('screen.read | '),
      got: '"screen.raed"',
    },
  });
});

it.each([undefined, null, 'manifest.toml', []])('requires an object, not %j', async (value) => {
  await expect(validate(value)).rejects.toMatchObject({ code: -32602, data: { path: 'manifest' } });
});
