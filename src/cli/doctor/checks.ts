/** What ptywright needs of the machine that it runs on, one row a need, each with what to do where it is missing. */
import { accessSync, constants, existsSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Clock } from '../../platform/clock.ts';
import type { Home } from '../../platform/home.ts';
import { loadNative } from '../../platform/pty/native.ts';
import { checkPty } from '../../platform/pty/pty.ts';
import { compilePattern } from '../../platform/regex.ts';
import { claimSocket } from '../../platform/socketFile.ts';
import { readLogging } from '../log/config.ts';

export interface Check {
  readonly name: string;
  readonly remedy: string;
  /** Not everything exists everywhere. */
  readonly only?: NodeJS.Platform;
  /** Says what was found; throws what is wrong. */
  look(home: Home, clock: Clock): string | Promise<string>;
}

const oldestNode = packageFile.engines.node.replace('>=', '');

export const checks: readonly Check[] = [
  {
    name: 'node',
    remedy: `Install Node.js ${oldestNode} or newer.`,
    look: () => {
      if (isOlder(process.versions.node, oldestNode))
        throw new Error(`${process.version} is older than ${oldestNode}`);
      return process.version;
    },
  },
  {
    name: 'node-pty',
    remedy: 'Run: npm rebuild node-pty (needs Python, make and a C++ compiler where no binary is shipped).',
    look: () => {
      loadNative();
      return `${process.platform}-${process.arch}`;
    },
  },
  {
    name: 'spawn-helper',
    only: 'darwin',
    remedy: 'Run: chmod +x on that file.',
    look: () => {
      const { helper } = loadNative();
      accessSync(helper, constants.X_OK);
      return helper;
    },
  },
  {
    name: 'terminal',
    remedy: 'Mount /dev/pts (devpts), and allow terminals in the sandbox or container.',
    look: async (_, clock) => {
      const { works, detail, elapsedMs } = await checkPty(clock);
      if (!works) throw new Error(`no round trip: ${JSON.stringify(detail)}`);
      return `a round trip in ${Math.round(elapsedMs)} ms`;
    },
  },
  {
    name: 're2',
    remedy: 'Run: npm rebuild re2 (needs Python, make and a C++ compiler where no binary is shipped).',
    look: () => {
      compilePattern('^(a+)+$');
      return 'loads';
    },
  },
  {
    name: 'home',
    remedy: 'Set PTYWRIGHT_HOME to a directory of yours.',
    look: ({ root }) => {
      accessSync(nearest(root), constants.W_OK | constants.X_OK);
      return root;
    },
  },
  {
    name: 'socket',
    remedy:
      'Run: chmod 700 on that directory, or set PTYWRIGHT_HOME to a short path in a directory of yours.',
    look: async ({ root, socket }) => {
      const wasThere = existsSync(root);
      // As long as the real name, for there is a bound.
      const claimed = await claimSocket(join(dirname(socket), 'doctor'), createServer());
      await claimed.close();
      if (!wasThere) rmdirSync(root);
      return socket;
    },
  },
  {
    name: 'config',
    remedy: 'Correct that line of config.toml, or remove the file.',
    look: async ({ config }) => {
      const { level, file } = await readLogging(config);
      return `logs ${level}${file ? '' : ', not to files'}`;
    },
  },
];

/** Of a directory that is not there yet, the one above counts. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  const at = one!.findIndex((part, index) => part !== (other![index] ?? 0));
  return at >= 0 && one![at]! < (other![at] ?? 0);
}
