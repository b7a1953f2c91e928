/** `ptywright doctor`: looks at everything, also after something is found wrong. */
import { systemClock } from '../../platform/clock.ts';
import { homeOf } from '../../platform/home.ts';
import type { Given } from '../command.ts';
import type { doctor as declaration } from '../commands/doctor.ts';
import { printResult } from '../print.ts';
import { exits } from '../usage.ts';
import { type Check, checks } from './checks.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
}

export async function doctor({ json }: Given<typeof declaration.options>): Promise<number> {
  const findings: Finding[] = [];
  for (const check of checks.filter(({ only }) => only === undefined || only === process.platform))
    findings.push(await look(check));
  const ok = findings.every((finding) => finding.ok);
  await printResult(json ? `${JSON.stringify({ ok, checks: findings })}\n` : findings.map(linesOf).join(''));
  return ok ? exits.done : exits.failed;
}

async function look({ name, remedy, look }: Check): Promise<Finding> {
  const home = homeOf(process.env);
  try {
    return { check: name, ok: true, found: await look(home, systemClock) };
  } catch (problem) {
    const [found = ''] = String((problem as Error)?.message ?? problem).split('\n');
    const todo = typeof remedy === 'string' ? remedy : remedy(problem, home);
    return { check: name, ok: false, found, remedy: todo };
  }
}

const linesOf = ({ check, ok, found, remedy }: Finding): string =>
  `${ok ? 'ok    ' : 'FAILED'} ${check.padEnd(13)} ${found}\n${ok ? '' : `${' '.repeat(21)}${remedy}\n`}`;
