/** What ptywright needs of the machine that it runs on, one row a need, each with what to do where it is missing. */
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Clock } from '../../platform/clock.ts';
import type { Home } from '../../platform/home.ts';
import { loadNative } from '../../platform/pty/native.ts';
import { checkPty } from '../../platform/pty/pty.ts';
import { compilePattern } from '../../platform/regex.ts';
import { claimSocket } from '../../platform/socketFile.ts';
import { readSurroundings } from '../log/log.ts';
import { loadBuiltins } from './plugins.ts';
import { remedyForConfig, remedyForHome, remedyForSocket } from './remedies.ts';
import { inDirectory } from './trial.ts';

export interface Check {
  readonly name: string;
  /** What to do; where there are several ways to be wrong, for the one that was met. */
  readonly remedy: string | ((problem: unknown, home: Home) => string);
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
    name: 'plugins',
    remedy: 'Install ptywright again: what it came with is not what it is now.',
    look: (_, clock) => loadBuiltins(clock),
  },
  {
    name: 'home',
    remedy: remedyForHome,
    look: ({ root }) => inDirectory(root, () => root),
  },
  {
    name: 'socket',
    remedy: remedyForSocket,
    look: ({ root, socket }) =>
      inDirectory(root, async () => {
        // As long as the real name, for there is a bound.
        const claimed = await claimSocket(join(dirname(socket), 'doctor'), createServer());
        await claimed.close();
        return socket;
      }),
  },
  {
    name: 'config',
    remedy: remedyForConfig,
    look: async () => {
      const { level, file } = (await readSurroundings()).logging;
      return `logs ${level}${file ? '' : ', not to files'}`;
    },
  },
];

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  const at = one!.findIndex((part, index) => part !== (other![index] ?? 0));
  return at >= 0 && one![at]! < (other![at] ?? 0);
}
