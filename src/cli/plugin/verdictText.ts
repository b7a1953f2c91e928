/** What a plugin said of a picture, for people and as JSON. */
import type { Verdict } from '../../core/picture/judge.ts';
import { ruleLines, screenLines } from '../adapter/shownScreen.ts';
import { type Judged, passed } from './judging.ts';

export function judgedLines(judged: Judged): readonly string[] {
  if ('unreadable' in judged) return [`FAIL ${judged.unreadable}`];
  const { name, verdict } = judged;
  if (passed(judged)) return [`ok   ${name}  ${verdict.said?.state}`];
  const [first = '', ...more] = verdict.differences;
  return [`FAIL ${name}: ${first}`, ...more.map(indented), ...circumstances(verdict).map(indented)];
}

const indented = (line: string) => `     ${line}`.trimEnd();

function circumstances({ said, rules, scene }: Verdict): readonly string[] {
  const asked = Object.entries(scene.facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const { stableMs, cursor } = scene.look;
  const told = [`stable_ms ${stableMs}`, `the cursor in row ${cursor.row}, column ${cursor.col}`, ...asked];
  return [
    ...(said ? [`confidence ${said.confidence}, evidence: ${said.evidence || 'none'}`] : []),
    `asked with ${told.join(', ')}`,
    ...(rules.length > 0 ? ['rules, in the order in which they were tried:'] : []),
    ...ruleLines(rules).map((line) => `  ${line}`),
    'the screen:',
    ...screenLines(scene.look.rows, rules).map((line) => `  ${line}`),
  ];
}

export function judgedJson(judged: Judged): object {
  if ('unreadable' in judged) return { picture: judged.name, passed: false, problems: [judged.unreadable] };
  const { name, verdict } = judged;
  const { said, failure, rules, scene, differences } = verdict;
  return {
    picture: name,
    passed: passed(judged),
    problems: differences,
    expected: scene.expected,
    got: said ?? { failure },
    rules,
    screen: scene.look.rows.join('\n').trimEnd(),
  };
}
