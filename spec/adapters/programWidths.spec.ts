/** An adapter's session counts columns by the version of its program. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  problemOf,
  type Server,
  serverWithPlugins,
  writePlugin,
} from '../dialects/ptywright/adapter/driven.ts';

const logged: [string, unknown][] = [];
let running: Server;
let folder: string;
beforeEach(() => {
  logged.length = 0;
  running = serverWithPlugins({ log: (line, facts) => logged.push([line, facts]) });
  folder = mkdtempSync(join(tmpdir(), 'ptywright-version-'));
});
afterEach(() => running.close());

const lua = "return { classify = function() return { state = 'ready' } end }";

/** A program that logs each `--version` call and otherwise prints how the terminal counts columns. */
function program(answer: string): string {
  const path = join(folder, 'program');
  const asks = `stty -echo -icanon; printf '\\033[?2027$p'; read -r -d y reply; printf 'mode%s' "\${reply#*;}"; cat`;
  writeFileSync(
    path,
    `#!/bin/bash\nif [ "$1" = --version ]; then echo "$MARK" >> ${folder}/asked; ${answer}; exit; fi\n${asks}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const request = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');

function load(path: string, more = ''): void {
  const toml = `[default_target]
program = "${path}"
env = { MARK = "mark" }
[program_version]
args = ["--version"]
pattern = 'v([0-9.]+)'
ranges = [{ before = "2.1.10", widths = "grapheme" }, { from = "3", widths = "grapheme" }]
${more}`;
  running.server.world.plugins.load(writePlugin({ name: 'versioned', lua, toml }));
}

async function started(params: { widths?: 'codepoint' | 'grapheme' } = {}): Promise<string> {
  const { adapter, session } = running.client.calls;
  const { session: id } = await adapter.start({ plugin: 'versioned', ...params });
  await session.wait({ session: id, matcher: { type: 'screen_regex', value: 'mode[0-9]' } });
  return ((await session.snapshot({ session: id })) as { plain_text: string }).plain_text;
}

describe('the width rule of an adapter', () => {
  it.each([
    ['v2.1.9', 'mode1'],
    ['v2.1.10', 'mode2'],
    ['v2.2-beta', 'mode2'],
    ['v3.0', 'mode1'],
  ])('depends on the version: %s', async (version, mode) => {
    load(program(`echo program ${version}`));
    expect(await started()).toContain(mode);
    expect(request()).toEqual(['mark']);
  });

  it('are determined once for each file', async () => {
    const path = program('echo v1');
    load(path);
    expect(await started()).toContain('mode1');
    expect(await started()).toContain('mode1');
    expect(request()).toHaveLength(1);
    program('echo another, v2.5');
    expect(await started()).toContain('mode2');
    expect(request()).toHaveLength(2);
  });

  it('is that of the caller, without running the program', async () => {
    load(program('echo v1'));
    expect(await started({ widths: 'codepoint' })).toContain('mode2');
    expect(() => request()).toThrow();
    expect(await started({ widths: 'grapheme' })).toContain('mode1');
  });

  it.each([
    ['has another form', 'echo nothing', 'no version found in the output'],
    [
      'is said too late in a long text',
      'head -c 9000 /dev/zero | tr "\\0" x; echo v1',
      'no version found in the output',
    ],
  ])('is codepoint when the version %s, which is logged', async (_name, answer, reason) => {
    load(program(answer));
    expect(await started()).toContain('mode2');
    expect(logged).toContainEqual([
      'the version of a program is unknown, so its columns are counted by code points',
      { program: join(folder, 'program'), reason },
    ]);
  });

  it.each([
    [
      { args: ['-v'], pattern: '(', ranges: [{ widths: 'grapheme' }] },
      'program_version.pattern',
      /^is not a pattern: /,
    ],
    [{ args: ['-v'], pattern: 'x', ranges: [] }, 'program_version.ranges', 'is too small: at least 1'],
    [
      { args: ['-v'], pattern: 'x', ranges: [{ from: 'v1', widths: 'grapheme' }] },
      'program_version.ranges.0.from',
      'is not a version: numbers and dots only',
    ],
    [
      { args: ['-v'], pattern: 'x', ranges: [{ from: '1.10', before: '1.9', widths: 'grapheme' }] },
      'program_version.ranges.0.before',
      'must be later than 1.10, the start of the range',
    ],
    [
      { args: ['-v'], pattern: 'x', ranges: [{ widths: 'graphem' }] },
      'program_version.ranges.0.widths',
      '"graphem" is not known (nearest: grapheme)',
    ],
    [
      { args: ['-v'], pattern: 'x', ranges: [{ to: '1', widths: 'grapheme' }] },
      'program_version.ranges.0.to',
      /^is not a field/,
    ],
    [{ arg: ['-v'], pattern: 'x', ranges: [] }, 'program_version.arg', 'is not a field (nearest: args)'],
  ])('are refused when the manifest is invalid: %j', async (program_version, path, reason) => {
    const manifest = { name: 'x', kind: 'adapter', version: '1', program_version };
    const problem = await problemOf(running.client.calls.plugin.validate_manifest({ manifest } as never));
    expect((problem as { data: unknown }).data).toMatchObject({
      path: `manifest.${path}`,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    });
  });
});
