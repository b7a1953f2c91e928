/** Sessions without a server. */
import {
  Core,
  compileMatcher,
  limits,
  type Permission,
  permissions,
  type Session,
  systemClock,
} from '../internals.ts';

export const newWorld = (): Core =>
  new Core({
    clock: systemClock,
    redactionEnforced: false,
    grants: new Set(Object.keys(permissions) as Permission[]),
    version: 'bench',
    log: (line) => process.stderr.write(`${line}\n`),
  });

export interface Program {
  readonly program: string;
  readonly args: readonly string[];
}

export const openSession = (world: Core, { program, args }: Program): Session =>
  world.openSession({
    spawn: {
      program,
      args,
      env: {},
      clearEnv: false,
      size: { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 },
    },
    tags: [],
    scrollback: limits.defaultScrollback,
    transcriptMaxChars: limits.defaultTranscriptChars,
    terminalReplies: true,
  });

export const deadline = { timeoutMs: limits.defaultTimeoutMs };

export const waitForText = (session: Session, text: string) =>
  session.wait(compileMatcher({ type: 'contains_text', value: text }), deadline).result;
