/** Arguments of `npm run agents -- …`. */
import { parseArgs } from 'node:util';
import { agentNamed, agents } from './agents.ts';
import type { Agent } from './program/agent.ts';
import { type TableKind, tableKinds } from './score/report.ts';

/** A version to run: a number, or `latest`. */
interface WantedProgram {
  readonly agent: Agent;
  readonly word: string;
}

export interface Wanted {
  readonly programs: readonly WantedProgram[];
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

/** Without versions, each agent runs in the ones that are pinned for it. `codex@0.169.0` is a version of one agent. */
function programsOf(names: string, versions: string | undefined): readonly WantedProgram[] {
  const wanted = names === 'all' ? agents : list(names).map(agentNamed);
  return wanted.flatMap((agent) =>
    (versions === undefined ? agent.versions : list(versions)).flatMap((text) => {
      const [word = '', name] = text.split('@').reverse();
      return name === undefined || name === agent.name ? [{ agent, word }] : [];
    }),
  );
}

export function readArguments(args: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...args],
    options: {
      agents: { type: 'string', default: 'claude-code' },
      versions: { type: 'string' },
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
    programs: programsOf(values.agents, values.versions),
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
