/** Arguments of `npm run agents -- …`. */
import { parseArgs } from 'node:util';
import { type TableKind, tableKinds } from './score/report.ts';

/**
 * The first and the last version of each known display behaviour. Excludes 2.1.0 to 2.1.111, whose defects
 * docs/claude-code.md lists.
 */
const pinned = [
  '2.0.76',
  '2.1.112',
  '2.1.150',
  '2.1.197',
  '2.1.228',
  '2.1.260',
  '2.1.290',
  '2.1.310',
  '2.1.326',
  'latest',
];

export interface Wanted {
  readonly versions: readonly string[];
  readonly scenarios: readonly string[];
  /** Folder for recordings. */
  readonly record: string | undefined;
  /** File for the outcome as JSON. */
  readonly json: string | undefined;
  /** A page whose tables are rewritten, between its two markers. */
  readonly page: string | undefined;
  /** Which tables: all, those of sizes and switches, or those of forgeries. */
  readonly tables: TableKind;
  /** JSON outcomes of earlier runs, reported together with this one. */
  readonly merge: readonly string[];
  readonly jobs: number;
  readonly stepMs: number;
}

const list = (text: string) => text.split(',').filter((word) => word !== '');

export function readArguments(args: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...args],
    options: {
      versions: { type: 'string', default: pinned.join(',') },
      scenarios: { type: 'string', default: '' },
      record: { type: 'string' },
      json: { type: 'string' },
      page: { type: 'string' },
      tables: { type: 'string', default: 'all' },
      merge: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      'step-ms': { type: 'string', default: '15000' },
    },
  });
  return {
    versions: list(values.versions),
    scenarios: list(values.scenarios),
    record: values.record,
    json: values.json,
    page: values.page,
    tables: tableKinds.find((kind) => kind === values.tables) ?? 'all',
    merge: list(values.merge),
    jobs: Number(values.jobs),
    stepMs: Number(values['step-ms']),
  };
}
