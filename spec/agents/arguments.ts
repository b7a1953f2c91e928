/** Arguments of `npm run agents -- …`. */
import { type CommandOptions, type OptionValues, parseCommandLine } from '#cli/command.ts';
import { agentNamed, agents } from './agents.ts';
import type { Agent } from './program/agent.ts';
import { type TableKind, tableKinds } from './score/report.ts';

interface RequestedProgram {
  readonly agent: Agent;
  /** A version number, or `latest`. */
  readonly version: string;
}

export interface RunOptions {
  readonly programs: readonly RequestedProgram[];
  readonly scenarios: readonly string[];
  /** Folder for recordings. */
  readonly record: string | undefined;
  /** File for the outcome as JSON. */
  readonly json: string | undefined;
  /** A page whose tables are rewritten, between its two markers. */
  readonly page: string | undefined;
  /** Which tables to print: all, those of the variants, or those of the forgeries. */
  readonly tables: TableKind;
  /** JSON outcomes of earlier runs, reported together with this one. */
  readonly merge: readonly string[];
  readonly jobs: number;
  readonly stepMs: number;
}

const list = (text: string) => text.split(',').filter((word) => word !== '');

/** Without versions, each agent runs in its pinned versions. `codex@0.169.0` is a version of one agent. */
function programsOf(names: string, versions: string | undefined): readonly RequestedProgram[] {
  const selected = names === 'all' ? agents : list(names).map(agentNamed);
  return selected.flatMap((agent) =>
    (versions === undefined ? agent.versions : list(versions)).flatMap((text) => {
      const [version = '', name] = text.split('@').reverse();
      return name === undefined || name === agent.name ? [{ agent, version }] : [];
    }),
  );
}

const options = {
  agents: { type: 'string', value: 'NAMES', default: 'claude-code', describe: 'Agents to run, or all.' },
  versions: {
    type: 'string',
    value: 'VERSIONS',
    describe: 'Versions, latest, or AGENT@VERSION. Default: the pinned versions of each agent.',
  },
  scenarios: {
    type: 'string',
    value: 'NAMES',
    default: '',
    describe: 'Scenarios: NAME, NAME@VARIANT or @VARIANT. Default: all but the long ones.',
  },
  record: { type: 'string', value: 'DIRECTORY', describe: 'Write recordings and pictures here.' },
  json: { type: 'string', value: 'FILE', describe: 'Write the outcome here, as JSON.' },
  merge: { type: 'string', value: 'FILES', default: '', describe: 'Add the outcomes of earlier runs.' },
  page: { type: 'string', value: 'FILE', describe: 'Update the tables of this page.' },
  tables: {
    type: 'string',
    value: 'TABLES',
    choices: tableKinds,
    default: 'all',
    describe: `Tables to print: ${tableKinds.join(', ')}.`,
  },
  jobs: { type: 'number', value: 'COUNT', min: 1, max: 64, default: 2, describe: 'Runs at the same time.' },
  'step-ms': {
    type: 'number',
    value: 'MS',
    min: 1,
    max: 600_000,
    default: 15_000,
    describe: 'Time limit of a step.',
  },
} as const satisfies CommandOptions;

const command = {
  name: 'agents',
  summary: 'Run real agents, and compare what ptywright reports with what they did.',
  options,
  run: async () => 0,
};

const usage = () =>
  [
    'Usage: npm run agents -- [OPTIONS]',
    `${command.summary} See docs/agents.md.`,
    Object.entries(options)
      .map(([name, { value, describe }]) => `  ${`--${name} ${value}`.padEnd(20)}  ${describe}`)
      .join('\n'),
  ].join('\n\n');

/** Returns the help text for `--help`. Throws UsageError. */
export function readArguments(words: readonly string[]): RunOptions | string {
  const { help, given } = parseCommandLine(command, words);
  if (help) return `${usage()}\n`;
  const values = given as OptionValues<typeof options>;
  return {
    programs: programsOf(values.agents, values.versions),
    scenarios: list(values.scenarios),
    record: values.record,
    json: values.json,
    page: values.page,
    tables: values.tables,
    merge: list(values.merge),
    jobs: values.jobs,
    stepMs: values['step-ms'],
  };
}
