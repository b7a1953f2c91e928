/** Runs every block of docs/recipes.md in a project of a user, and counts its lines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml } from '#platform/yaml.ts';
import { actsAsAgent } from '../acp/editor.ts';
import { commandFolder } from '../cli/ptywright.ts';
import { hasPythonModule, isInstalled } from '../harness/withProgram.ts';
import { type Outcome, Project } from '../testing/project.ts';
import { typeAsPerson } from './person.ts';
import { type Language, languages, linesOf, recipes } from './recipes.ts';

interface Expected {
  /**
   * Lines of the same task in microsoft/tui-test, written with the commands and methods of its documentation, and counted
   * like ours. Null where it has no such task.
   */
  readonly peer: Readonly<Record<Language, number | null>>;
  readonly needs?: string;
  readonly fails?: true;
  readonly prints?: string | RegExp;
  /** What it leaves behind in each language. */
  readonly check?: (project: Project) => void;
}

const expected: Readonly<Record<string, Expected>> = {
  'Run a command and check its status': { peer: { sh: 4, ts: 5, python: 5 }, needs: 'git' },
  'Drive a full-screen app': {
    peer: { sh: 6, ts: 6, python: 6 },
    needs: 'vim',
    check: (project) => expect(project.read('notes.txt')).toBe('hello\n'),
  },
  'Match relative text': { peer: { sh: 3, ts: 3, python: 3 }, needs: 'htop' },
  'Wait for loading to end': { peer: { sh: 4, ts: 5, python: 5 } },
  'Click with modifiers': { peer: { sh: 3, ts: 3, python: 3 }, needs: 'vim' },
  'Read the clipboard': { peer: { sh: 2, ts: 2, python: 2 } },
  'Check colors': { peer: { sh: 2, ts: 2, python: 2 } },
  'Keep the artifacts of a failure': {
    peer: { sh: 4, ts: 10, python: 10 },
    fails: true,
    prints: 'Login failed',
    check: (project) => {
      const files = project.files('test-results').map((path) => path.replace(/.*\//, ''));
      expect(files).toEqual(expect.arrayContaining(['screen.png', 'screen.txt', 'transcript.txt']));
    },
  },
  'Compare a screen': { peer: { sh: 4, ts: 3, python: 3 }, needs: 'whiptail' },
  'Compare a picture': { peer: { sh: null, ts: null, python: null }, needs: 'whiptail' },
  'Record a demo as GIF': {
    peer: { sh: 5, ts: 5, python: 5 },
    check: (project) => expect(project.read('demo.gif')).toMatch(/^GIF89a/),
  },
  'Run in CI': { peer: { sh: null, ts: null, python: null } },
  'Answer a password prompt': { peer: { sh: 4, ts: 4, python: 4 } },
  'Drive an agent': { peer: { sh: 5, ts: 5, python: 5 }, prints: 'completed_turn' },
  'Share a session with a person': {
    peer: { sh: 3, ts: 3, python: 3 },
    needs: 'vim',
    prints: /http:.*\/watch\/#/,
  },
  'Test a REPL': { peer: { sh: 5, ts: 5, python: 5 }, needs: 'python3' },
  'Set the environment, folder and size': { peer: { sh: 2, ts: 2, python: 2 } },
  'Resize and interrupt': { peer: { sh: 6, ts: 6, python: 6 }, needs: 'python3' },
  'Read output while it streams': {
    peer: { sh: 3, ts: null, python: null },
    prints: /1\r?\n2\r?\n(?:\d+\r?\n)*1000\r?\ndone/,
  },
  'Use several terminals': {
    peer: { sh: 4, ts: 4, python: 4 },
    check: (project) => expect(project.read('notes.log')).toBe('hello\n'),
  },
};

const programs = commandFolder({ claude: actsAsAgent });
const projects = { sh: new Project({}), ts: new Project({}), python: new Project({}) };

function environment(project: Project): Record<string, string> {
  const folders = [programs, join(project.folder, 'node_modules/.bin')];
  return {
    PATH: [...folders, process.env.PATH].join(':'),
    PTYWRIGHT_HOME: join(project.folder, '.ptywright'),
    PYTHONPATH: join(project.folder, 'node_modules/ptywright/dist/python'),
    PYTHONPYCACHEPREFIX: join(project.folder, 'pycache'),
    HTOPRC: '/dev/null',
    PASSWORD: 'correct horse',
    PTYWRIGHT_TEST_TIMEOUT: '60000',
  };
}

/** The person quits vim once the address of the page is printed. */
function personWhoQuits(): (output: string) => void {
  let url: string | undefined;
  return (output) => {
    if (url !== undefined) return;
    url = /http:\S+\/watch\/#\S+(?=\s)/.exec(output)?.[0];
    if (url !== undefined) void typeAsPerson(url, ':q\r');
  };
}

function play(language: Language, program: string, ...args: readonly string[]): Promise<Outcome> {
  const project = projects[language];
  return project.spawn(program, args, environment(project), personWhoQuits());
}

/** By the slug of the recipe. */
type Outcomes = Readonly<Record<string, Promise<Outcome>>>;

const programOf: Readonly<Record<Language, string>> = { sh: 'bash', ts: 'node', python: 'python3' };

const isPlayable = (language: Language, title: string): boolean =>
  isInstalled(programOf[language]) && isInstalled(expected[title]?.needs ?? 'sh');

const playable = (language: Language) =>
  recipes.flatMap(({ title, slug, blocks }) => {
    const code = blocks[language];
    return code !== undefined && isPlayable(language, title) ? [{ slug, code }] : [];
  });

/** Plays recipes one after the other. Each test waits for its own. */
function playInOrder(language: Language, action: (slug: string, code: string) => Promise<Outcome>): Outcomes {
  let last: Promise<unknown> = Promise.resolve();
  const outcomes: Record<string, Promise<Outcome>> = {};
  for (const { slug, code } of playable(language)) {
    const outcome = last.then(() => action(slug, code));
    outcomes[slug] = outcome;
    last = outcome;
  }
  return outcomes;
}

/** On one server, where most commands are for the newest session. */
function playShell(): Outcomes {
  const { sh: project } = projects;
  return playInOrder('sh', (slug, code) => {
    project.write(`${slug}.sh`, code);
    return play('sh', 'bash', '-e', `${slug}.sh`);
  });
}

const playPython = (): Outcomes =>
  playInOrder('python', (slug, code) => {
    projects.python.write(`${slug}.py`, code);
    return play('python', 'python3', `${slug}.py`);
  });

/** Of the workflow, too. */
const vitestCommand = 'npx vitest run';

/** Tests in one run of vitest, and programs on their own. */
function playTypeScript(): Outcomes {
  const { ts: project } = projects;
  const all = playable('ts');
  const tests = all.filter(({ code }) => code.includes('ptywright/test'));
  const programs = all.filter((one) => !tests.includes(one));
  project.write(
    'vitest.config.js',
    'export default { test: { isolate: false, testTimeout: 100_000, maxWorkers: 1 } };\n',
  );
  for (const { slug, code } of tests) project.write(`${slug}.test.ts`, code);
  for (const { slug, code } of programs) project.write(`${slug}.mjs`, code);
  const ran = play('ts', 'bash', '-c', vitestCommand);
  const outcomeOf = async (slug: string) => {
    const { output } = await ran;
    return { output, status: output.includes(`✓ ${slug}.test.ts`) ? 0 : 1 };
  };
  return Object.fromEntries([
    ...tests.map(({ slug }) => [slug, outcomeOf(slug)]),
    ...programs.map(({ slug }) => [slug, play('ts', 'node', `${slug}.mjs`)]),
  ]);
}

/** The languages are played at the same time. */
let outcomes: Readonly<Record<Language, Outcomes>>;
let server: ChildProcess;

beforeAll(async () => {
  server = spawn('ptywright', ['serve', '--artifact-dir', 'data'], {
    cwd: projects.sh.folder,
    env: { ...process.env, ...environment(projects.sh) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(server.stderr!, 'data');
  outcomes = { sh: playShell(), ts: playTypeScript(), python: playPython() };
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});

it('there are twenty recipes', () => {
  expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(expected)));
  expect(recipes).toHaveLength(20);
});

for (const { title, slug, blocks } of recipes.filter(({ blocks }) => blocks.sh !== undefined)) {
  const { peer, fails, prints, check } = expected[title]!;
  describe(title, () => {
    for (const language of languages) {
      it.skipIf(!isPlayable(language, title))(language, async () => {
        const { status, output } = await outcomes[language][slug]!;
        expect(status === 0, output).toBe(!fails);
        if (prints !== undefined) expect(output).toMatch(prints);
        check?.(projects[language]);
      });
    }

    it('has no more lines than in microsoft/tui-test', () => {
      for (const language of languages)
        expect(linesOf(language, blocks[language]!), language).toBeLessThanOrEqual(
          peer[language] ?? Number.POSITIVE_INFINITY,
        );
    });
  });
}

describe('Run in CI', () => {
  interface Step {
    readonly run?: string;
    readonly uses?: string;
  }
  interface Workflow {
    readonly on: unknown;
    readonly jobs: {
      readonly test: { readonly env: Record<string, string>; readonly steps: readonly Step[] };
    };
  }
  const { value } = parseYaml(recipes.find(({ title }) => title === 'Run in CI')!.blocks.yaml!);
  const workflow = value as Workflow;
  const { env, steps } = workflow.jobs.test;
  const runs = steps.flatMap(({ run }) => run ?? []);

  it('is a workflow, and each step uses an action or runs a command', () => {
    expect(workflow.on).toEqual(['push', 'pull_request']);
    for (const { run, uses } of steps) expect(run ?? uses).toMatch(run ? /\w/ : /^actions\/[\w-]+@v\d+$/);
    expect(runs.filter((run) => /^(?:npm ci|pip install)/.test(run))).toHaveLength(2);
  });

  const project = new Project({
    'tests/recipe.sh': recipes[0]!.blocks.sh!,
    'tests/test_recipe.py': `def test_recipe():\n${recipes[0]!.blocks.python!.replace(/^(?=.)/gm, '    ')}`,
  });
  const commands = runs.filter((run) => !/^(?:npm ci|pip install)/.test(run));
  for (const command of commands)
    it.skipIf(command.includes('pytest') && !hasPythonModule('pytest'))(command, async () => {
      const { status, output } =
        command === vitestCommand
          ? await outcomes.ts[recipes[0]!.slug]!
          : await project.spawn('bash', ['-e', '-c', command], {
              PYTHONPATH: env.PYTHONPATH!,
              PTYWRIGHT_HOME: join(project.folder, '.ptywright'),
              CI: 'true',
            });
      expect(status, output).toBe(0);
    });

  it('runs vitest with the same options as here', () => {
    expect(commands).toContain(vitestCommand);
  });
});
