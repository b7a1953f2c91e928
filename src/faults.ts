/**
 * All faults: a name, one sentence and the shape of its data. The core raises faults by name; each dialect maps them
 * to its error codes.
 */
import { z } from '#platform/schema.ts';

const ExitData = z.object({ exit_code: z.number().nullable(), signal: z.string().nullable() });

const declarations = {
  Invalid: {
    sentence: 'A parameter is invalid.',
    data: z.object({
      path: z
        .string()
        .describe('Path of the invalid parameter, such as `matcher.value.rows`. Empty for all parameters.'),
      reason: z.string(),
      expected: z.string().optional(),
      got: z.string().optional(),
    }),
  },
  SessionUnknown: {
    sentence: 'No session has that id.',
    data: z.object({ path: z.string(), session: z.string(), reason: z.literal('unknown_session') }),
  },
  AdapterUnknown: {
    sentence: 'No adapter has that id.',
    data: z.object({ path: z.string(), adapter: z.string(), reason: z.literal('unknown_adapter') }),
  },
  PluginUnknown: {
    sentence: 'No plugin with that name is loaded.',
    data: z.object({ path: z.string(), plugin: z.string(), reason: z.literal('unknown_plugin') }),
  },
  OverlayUnknown: {
    sentence: 'The session has no overlay with that id.',
    data: z.object({ path: z.string(), overlay: z.string(), reason: z.literal('unknown_overlay') }),
  },
  PanelUnknown: {
    sentence: 'The session has no panel with that id.',
    data: z.object({ path: z.string(), panel: z.string(), reason: z.literal('unknown_panel') }),
  },
  NotFocusable: {
    sentence:
      'The overlay or panel cannot have the focus: it was created without it, or belongs to the hidden mode.',
    data: z.object({ path: z.string(), layer: z.string() }),
  },
  InAlternateMode: {
    sentence: 'The layers of the session are already in alternate mode.',
    data: z.object({}),
  },
  NotInAlternateMode: {
    sentence: 'The layers of the session are not in alternate mode.',
    data: z.object({}),
  },
  PluginFailed: {
    sentence: 'The plugin failed.',
    data: z.object({
      plugin: z.string(),
      function: z.string().describe('Function of the plugin that was called.'),
      reason: z
        .enum(['load', 'error', 'deadline', 'memory', 'crashed', 'shape', 'closed'])
        .describe('`shape`: the plugin returned an invalid value.'),
    }),
  },
  ExpectationFailed: {
    sentence: 'The expectation of a plan step was not met.',
    data: z.object({
      adapter: z.string(),
      intent: z.string(),
      step: z.int().describe('Index of the step in the plan, from 0.'),
      expected: z.unknown().describe('Matcher that was not satisfied.'),
      why: z.string().optional().describe('Explanation of the step by the plugin.'),
      elapsed_ms: z.number(),
      screen: z.string().describe('Text of the screen at the failure, redacted.'),
    }),
  },
  SessionClosed: {
    sentence: 'The session ended before the call was complete.',
    data: z.object({
      session: z.string(),
      exit: ExitData.nullable(),
      screen: z
        .string()
        .optional()
        .describe('Text of the screen at the end, redacted. Only for a pending wait.'),
    }),
  },
  Timeout: {
    sentence: 'The matcher was not satisfied within the timeout.',
    data: z.object({
      session: z.string(),
      timeout_ms: z.number(),
      elapsed_ms: z.number(),
      sequence: z.number(),
      screen: z.string().optional().describe('Text of the screen at the end, redacted.'),
    }),
  },
  Cancelled: {
    sentence: 'The call was cancelled.',
    data: z.object({ reason: z.enum(['request', 'wait_id', 'shutdown', 'disconnected', 'session_closed']) }),
  },
  PermissionDenied: {
    sentence: 'The server or the plugin does not grant the required permission.',
    data: z.object({
      method: z.string().optional(),
      required_permission: z.string().optional(),
      reason: z.string().optional(),
    }),
  },
  SpawnFailed: {
    sentence: 'The program could not be started.',
    data: z.object({
      path: z.enum(['program', 'args', 'cwd', 'env', '']),
      reason: z.string().describe('Name of the system error, such as ENOENT.'),
      program: z.string().optional(),
      cwd: z.string().optional(),
    }),
  },
  FileRefused: {
    sentence: 'The file cannot be used.',
    data: z.object({
      path: z.string().describe('Name of the parameter with the file, such as `raw_transcript_path`.'),
      file: z.string().describe('Path of the file as given.'),
      reason: z
        .string()
        .describe('Name of the system error, such as EEXIST, or kind of the file, such as `symlink`.'),
    }),
  },
  ModeOff: {
    sentence: 'The program has not enabled the terminal mode that this input needs.',
    data: z.object({ mode: z.string(), action: z.string() }),
  },
  Ambiguous: {
    sentence: 'The selector has several matches on the screen. Make it more precise.',
    data: z.object({
      path: z.string().describe('Name of the parameter with the selector.'),
      matched: z.int().describe('Number of matches.'),
      candidates: z
        .array(z.object({ row: z.int(), col: z.int(), text: z.string() }))
        .describe('First matches: position of the first cell, from 0, and text, redacted.'),
    }),
  },
  InputHeld: {
    sentence: 'Another client holds the input lock of the session.',
    data: z.object({
      session: z.string(),
      holder: z.string().nullable().describe('Name that the holder of the lock gave.'),
      person: z
        .boolean()
        .describe('Whether the holder is a person at a viewer. A program cannot take over the lock.'),
      from: z.enum(['everyone', 'people']).describe('Whose input is blocked.'),
      since: z.number().describe('Start of the lock, in milliseconds since 1970.'),
    }),
  },
  ViewerUnknown: {
    sentence: 'This connection has no viewer with that id.',
    data: z.object({ path: z.string(), viewer: z.string(), reason: z.literal('unknown_viewer') }),
  },
  Busy: {
    sentence: 'A limit of the server is reached. Try again later.',
    data: z.object({ reason: z.literal('busy'), limit: z.string(), max: z.number() }),
  },
  HostUnreachable: {
    sentence: 'The host of the session cannot be reached.',
    data: z.object({
      host: z.string(),
      reason: z
        .enum(['no_responders', 'silent', 'link_lost', 'unknown_host', 'no_broker'])
        .describe(
          '`no_responders`: the host is not connected. `silent`: it does not answer. `link_lost`: the connection broke while the call ran, so it may have taken effect. `unknown_host`: the fleet has no such host. `no_broker`: the gateway has lost the broker of the fleet.',
        ),
    }),
  },
  NoHost: {
    sentence: 'No host of the fleet can take the session.',
    data: z.object({
      reason: z
        .enum(['no_match', 'full'])
        .describe('`no_match`: no host is what `place` asks for. `full`: those that are have no room.'),
      hosts: z
        .array(
          z.object({
            host: z.string(),
            free: z.int().describe('Number of sessions that it can take.'),
            labels: z.record(z.string(), z.string()),
          }),
        )
        .describe('The reachable hosts, those with the most room first.'),
    }),
  },
  Unsupported: {
    sentence: 'This server does not support that.',
    data: z.object({ reason: z.string() }),
  },
  Internal: {
    sentence: 'The server failed. See its log for details.',
    data: z.object({}),
  },
} as const;

export type FaultName = keyof typeof declarations;
export type FaultData<Name extends FaultName> = z.infer<(typeof declarations)[Name]['data']>;

export class Fault<Name extends FaultName = FaultName> extends Error {
  override readonly name: Name;
  readonly data: FaultData<Name>;
  constructor(name: Name, data: FaultData<Name>, detail?: string) {
    super(detail ?? formatDetail(name, data) ?? declarations[name].sentence);
    this.name = name;
    this.data = data;
  }
}

/** Formats the message of faults whose data say more than the sentence. */
const detailFormatters: { readonly [Name in FaultName]?: (data: FaultData<Name>) => string } = {
  ModeOff: ({ mode, action }) => `The program has not enabled ${mode}, which ${action} needs.`,
  Unsupported: ({ reason }) => `This server does not support that: ${reason}.`,
};

/**
 * Prefixes the message with the parameter path, if the data have one. A machine-readable reason such as
 * `unknown_session` is replaced by the sentence.
 */
function formatDetail(name: FaultName, data: object): string | undefined {
  const occasion = detailFormatters[name]?.(data as never);
  if (occasion !== undefined) return occasion;
  const { path, reason } = data as { path?: string; reason?: string };
  if (reason === undefined || !path) return undefined;
  return `${path}: ${reason.startsWith('unknown_') ? toClause(declarations[name].sentence) : reason}`;
}

const toClause = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1, -1);

export const faultNames = Object.keys(declarations) as readonly FaultName[];

/** The default message of each fault. */
export const faultSentences = Object.fromEntries(
  faultNames.map((name) => [name, declarations[name].sentence]),
) as { readonly [Name in FaultName]: string };

/** The faults as clients receive them: the data also name the fault. */
export const faultDeclarations = Object.fromEntries(
  faultNames.map((name) => {
    const { sentence, data } = declarations[name];
    const named = z.object({ fault: z.literal(name).describe('Name of the fault.'), ...data.shape });
    return [name, { sentence, data: named }];
  }),
) as unknown as {
  readonly [Name in FaultName]: { readonly sentence: string; readonly data: z.ZodType };
};

/** `fault.Timeout({ … }, 'a message for this case')` creates a fault; `raise` throws it. */
export const fault = Object.fromEntries(
  faultNames.map((name) => [name, (data: never, detail?: string) => new Fault(name, data, detail)]),
) as unknown as { readonly [Name in FaultName]: (data: FaultData<Name>, detail?: string) => Fault<Name> };

/** Whether a problem is the fault of this name. */
export const isFault = <Name extends FaultName>(problem: unknown, name: Name): problem is Fault<Name> =>
  problem instanceof Fault && problem.name === name;

export function raise(failure: Fault): never {
  throw failure;
}
