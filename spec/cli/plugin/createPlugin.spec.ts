/** `ptywright plugin new`, with only ptywright and an empty folder. */
import { mkdirSync, readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseToml } from '#platform/toml.ts';
import { Workshop } from '../plugins.ts';

let shop: Workshop;

beforeEach(() => {
  shop = new Workshop();
});

describe('ptywright plugin new', () => {
  it('makes an adapter that passes check and test at once', async () => {
    const { stdout } = await shop.fresh('demo', '--program', 'bc');
    expect(stdout).toContain('demo/main.lua\n');
    expect(stdout).toContain('Next: ptywright plugin check demo');
    expect(readdirSync(shop.path('demo')).sort()).toEqual([
      '.luarc.json',
      'README.md',
      'host.meta.lua',
      'main.lua',
      'manifest.schema.json',
      'manifest.toml',
      'screens',
    ]);
    expect(shop.read('demo/manifest.toml')).toMatch(/^#:schema \.\/manifest\.schema\.json\n/);
    expect(shop.read('demo/manifest.toml')).toContain('program = "bc"');
    expect(JSON.parse(shop.read('demo/.luarc.json'))).toMatchObject({
      workspace: { library: ['host.meta.lua'] },
    });
    expect(shop.read('demo/host.meta.lua')).toContain('---@meta');
    const schema = JSON.parse(shop.read('demo/manifest.schema.json'));
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parseToml(shop.read('demo/manifest.toml'))), JSON.stringify(validate.errors)).toBe(true);

    expect(await shop.run('plugin', 'check', 'demo')).toMatchObject({
      status: 0,
      stdout: 'demo: no errors, no warnings\n',
      stderr: '',
    });
    expect(await shop.run('plugin', 'test', 'demo')).toMatchObject({
      status: 0,
      stdout: 'ok   busy.txt  busy\nok   exited.txt  exited\nok   ready.txt  ready\n3 tested, 0 failed\n',
      stderr: '',
    });
  });

  it('takes a folder, and a program whose name needs quotes', async () => {
    await shop.fresh('demo', '--dir', 'some/where', '--program', 'a "b" \\c');
    expect((await shop.run('plugin', 'test', './some/where')).stdout).toContain('3 tested, 0 failed');
    expect((await shop.run('plugin', 'check', 'some/where/manifest.toml')).stdout).toContain('no errors');
  });

  it('overwrites nothing', async () => {
    mkdirSync(shop.path('demo/screens'), { recursive: true });
    shop.write('demo/screens/busy.txt', 'mine');
    expect(await shop.run('plugin', 'new', 'demo')).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'ptywright plugin new: demo/screens/busy.txt already exists; choose another folder with --dir\n',
    });
    expect(readdirSync(shop.path('demo'))).toEqual(['screens']);
    expect(shop.read('demo/screens/busy.txt')).toBe('mine');
  });

  it('refuses a name that no manifest may have, and a place that cannot be', async () => {
    expect(await shop.run('plugin', 'new', '../up')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('NAME ../up: is not a valid name'),
    });
    shop.write('file', '');
    expect(await shop.run('plugin', 'new', 'demo', '--dir', 'file/demo')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('file/demo has a parent that is not a directory'),
    });
  });
});
