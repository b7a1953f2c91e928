/** What `npm run agents -- …` is told. */
import { parseArgs } from 'node:util';

export interface Wanted {
  readonly versions: readonly string[];
  readonly scenarios: readonly string[];
  /** Where recordings go. */
  readonly record: string | undefined;
  /** Where the outcome goes as JSON. */
  readonly json: string | undefined;
  /** Where the tables go. */
  readonly markdown: string | undefined;
  readonly jobs: number;
  readonly stepMs: number;
}

const list = (text: string) => text.split(',').filter((word) => word !== '');

export function readArguments(args: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...args],
    options: {
      versions: { type: 'string', default: '2.0.76,2.1.112,2.1.197,latest' },
      scenarios: { type: 'string', default: '' },
      record: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      'step-ms': { type: 'string', default: '15000' },
    },
  });
  return {
    versions: list(values.versions),
    scenarios: list(values.scenarios),
    record: values.record,
    json: values.json,
    markdown: values.markdown,
    jobs: Number(values.jobs),
    stepMs: Number(values['step-ms']),
  };
}
