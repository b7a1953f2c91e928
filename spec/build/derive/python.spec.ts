/** The Python client: every method, real programs, and failures, with `python3`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nativeModel } from '#build/derive/protocolModel.ts';
import { methods } from '#dialects/ptywright/dialect.ts';
import type { Framing } from '#rpc/framing.ts';
import type { AnyMethod } from '#rpc/method.ts';
import { bin, runOnSocket, runServerPerClient } from '../../harness/server.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { readRoot, root } from '../../house/source.ts';

const library = `${root}dist/python`;
const specs = `${root}spec/client/python`;
const command = [process.execPath, bin];
const home = mkdtempSync(join(tmpdir(), 'ptywright-python-'));
const env = {
  ...process.env,
  PYTHONPATH: library,
  PYTHONPYCACHEPREFIX: join(home, 'pycache'),
  PTYWRIGHT_HOME: home,
};

afterAll(() => rmSync(home, { recursive: true, force: true }));

async function python(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('python3', args, { env, cwd: root });
  let printed = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  expect(status, `${printed}\n${errors}`).toBe(0);
  return `${printed}${errors}`;
}

describe('the modules', () => {
  const modules = readdirSync(`${library}/ptywright`).filter((name) => name.endsWith('.py'));

  withProgram('python3', 'compiles all of them', async () => {
    expect(modules).toContain('sync.py');
    await python(['-m', 'py_compile', ...modules.map((name) => `${library}/ptywright/${name}`)]);
  });

  withProgram('python3', 'has only syntax of Python 3.9', async () => {
    const parse =
      'import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path, encoding="utf-8").read(), path, feature_version=(3, 9))';
    await python(['-c', parse, ...modules.map((name) => `${library}/ptywright/${name}`)]);
  });

  it('have the version of the package', () => {
    const { version } = JSON.parse(readRoot('package.json')) as { version: string };
    expect(readRoot('src/client/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  });

  withProgram('python3', 'loads asyncio only for its own module', async () => {
    const script = 'import sys, ptywright\nassert "asyncio" not in sys.modules\nimport ptywright.aio';
    await python(['-c', script]);
  });

  withProgram('python3', 'resolves every name in a type', async () => {
    const script = `
import inspect, typing
from ptywright import _async_methods, _methods, aio, faults, protocol, sync
for module in (_async_methods, _methods, aio, faults, protocol, sync):
    for name, one in vars(module).items():
        if inspect.isclass(one) and one.__module__ == module.__name__:
            typing.get_type_hints(one)
            for called, function in inspect.getmembers(one, inspect.isfunction):
                typing.get_type_hints(function)
                assert called.startswith("_") or inspect.getdoc(function), function
`;
    await python(['-c', script]);
  });
});

describe('every method', () => {
  const examples = (methods as readonly AnyMethod<never>[]).flatMap(({ name, examples }) =>
    examples.map((example) => [name, example] as const),
  );
  const all = nativeModel()
    .methods.map(({ name }) => name)
    .sort();

  for (const [asyncio, framing] of [
    [false, 'ndjson'],
    [true, 'lsp'],
  ] satisfies [boolean, Framing][]) {
    withProgram('python3', asyncio ? 'with asyncio' : 'in an ordinary program', async () => {
      const plain = await runServerPerClient(framing);
      const withArtifacts = await runServerPerClient(framing, { artifactDir: home });
      const sockets = { socket: plain.path, artifact_socket: withArtifacts.path };
      const given = { examples, ...sockets, programs: `${root}spec/programs`, asyncio, framing };
      try {
        const printed = await python([`${specs}/examples.py`], JSON.stringify(given));
        expect(JSON.parse(printed)).toEqual(all);
      } finally {
        await plain.close();
        await withArtifacts.close();
      }
    });
  }

  for (const [asyncio, framing] of [
    [false, 'lsp'],
    [true, 'ndjson'],
  ] satisfies [boolean, Framing][]) {
    withProgram('python3', `over a socket${asyncio ? ' with asyncio' : ''}`, async () => {
      const server = await runOnSocket(framing);
      const script = `
import asyncio, json, sys
import ptywright, ptywright.aio
path, framing, with_asyncio = sys.argv[1:]
async def list_sessions():
    async with ptywright.aio.Client(path, framing=framing) as client:
        return await client.session.list()
if with_asyncio == "true":
    print(json.dumps(asyncio.run(list_sessions())))
else:
    with ptywright.Client(path, framing=framing) as client:
        print(json.dumps(client.session.list()))
`;
      try {
        const printed = await python(['-c', script, server.path, framing, String(asyncio)]);
        expect(JSON.parse(printed)).toEqual({ sessions: [] });
      } finally {
        await server.close();
      }
    });
  }
});

const unittest = (file: string, ...names: readonly string[]) =>
  python([`${specs}/${file}`, command.join(' '), '-v', ...names]);

describe('programs', () => {
  withProgram('vim', 'writes a file', async () => void (await unittest('programs.py', 'Vim')));
  withProgram('fzf', 'picks a line', async () => void (await unittest('programs.py', 'Fzf')));
  withProgram('whiptail', 'answers a question', async () => void (await unittest('programs.py', 'Whiptail')));
  const others = ['Mouse', 'Shell', 'Files', 'Screens', 'Asyncio'];
  withProgram('python3', others.join(', '), async () => void (await unittest('programs.py', ...others)));

  const selectors = nativeModel().components.schemas.Selector!.oneOf!;
  const hasRelative = selectors.some(({ properties }) => properties!.type!.const === 'relative');
  it.skipIf(!hasRelative)('relative locators, if the server has the selector `relative`', async () => {
    await unittest('locators.py', 'Locators');
  });
});

describe('failures', () => {
  const names = ['Faults', 'Servers', 'Events', 'Asyncio'];
  withProgram('python3', names.join(', '), async () => void (await unittest('failures.py', ...names)));
});
