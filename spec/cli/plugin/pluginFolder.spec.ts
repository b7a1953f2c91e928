import { symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Workshop } from '../plugins.ts';

let shop: Workshop;

beforeEach(() => {
  shop = new Workshop();
});

describe('ptywright plugin check', () => {
  beforeEach(async () => {
    await shop.fresh();
  });

  const check = async (status = 1) => {
    const { status: ended, stdout, stderr } = await shop.run('plugin', 'check', 'demo');
    expect([ended, stderr]).toEqual([status, '']);
    return stdout;
  };

  it('names file, line and field of a manifest that is wrong', async () => {
    shop.change('demo/manifest.toml', 'kind = "adapter"', 'kind = "adaptor"');
    expect(await check()).toContain('error: demo/manifest.toml:3: kind: "adaptor"');
    shop.change('demo/manifest.toml', 'kind = "adaptor"', 'kind = ');
    expect(await check()).toMatch(/error: demo\/manifest\.toml:3: /);
  });

  it('names file and line of Lua that cannot be loaded', async () => {
    shop.write('demo/main.lua', 'local x = 1\nx = = 2\n');
    expect(await check()).toMatch(/^main\.lua:2: error: /);
    shop.write('demo/main.lua', 'error("on purpose")');
    expect(await check()).toMatch(/^main\.lua:1: error: on purpose$/m);
    shop.write('demo/main.lua', 'while true do end');
    expect(await check()).toMatch(/^main\.lua.*: error: /m);
  });

  it('reports unreadable pictures', async () => {
    shop.write('demo/screens/busy.txt', 'state = "busy"\nsize = 3\n---\n');
    symlinkSync('nowhere', shop.path('demo/screens/ready.txt.txt'));
    const output = await check();
    expect(output).toMatch(/^screens\/busy\.txt:2: error: size: /m);
    expect(output).toMatch(/^screens\/ready\.txt\.txt: error: .* does not exist \(ENOENT\)/m);
  });
});
