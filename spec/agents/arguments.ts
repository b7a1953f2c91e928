/** What `npm run agents -- …` is told. */
import { parseArgs } from 'node:util';

/**
 * The first and the last of each way in which the program has drawn itself, as far as it is known; but for 2.1.0 to
 * 2.1.111, of which docs/claude-code.md says what is not right.
 */
const pinned = ['2.0.76', '2.1.112', '2.1.150', '2.1.197', '2.1.228', '2.1.260', '2.1.326', 'latest'];

export interface Wanted {
  readonly versions: readonly string[];
  readonly scenarios: readonly string[];
  /** Where recordings go. */
  readonly record: string | undefined;
  /** Where the outcome goes as JSON. */
  readonly json: string | undefined;
  /** A page whose tables are written anew, between the two marks in it. */
  readonly page: string | undefined;
  /** Which of its tables: all, or those of sizes and switches, which have marks of their own. */
  readonly tables: 'all' | 'variants';
  /** Outcomes of earlier runs, as JSON, that are told together with this one. */
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
    tables: values.tables === 'variants' ? 'variants' : 'all',
    merge: list(values.merge),
    jobs: Number(values.jobs),
    stepMs: Number(values['step-ms']),
  };
}
