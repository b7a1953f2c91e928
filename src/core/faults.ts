/**
 * Every way to fail: a name, one sentence and the shape of its data. Core raises faults by name; which number a
 * fault has on the wire is a dialect's business.
 */
import { z } from '../platform/schema.ts';

const Exit = z.object({ exit_code: z.number().nullable(), signal: z.string().nullable() });

const declarations = {
  Invalid: {
    sentence: 'A parameter is not what the method takes.',
    data: z.object({
      path: z
        .string()
        .describe('Where in the parameters, such as `matcher.value.rows`; empty for the whole.'),
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
    sentence: 'No plugin of that name is loaded.',
    data: z.object({ path: z.string(), plugin: z.string(), reason: z.literal('unknown_plugin') }),
  },
  OverlayUnknown: {
    sentence: 'No overlay of the session has that id.',
    data: z.object({ path: z.string(), overlay: z.string(), reason: z.literal('unknown_overlay') }),
  },
  PanelUnknown: {
    sentence: 'No panel of the session has that id.',
    data: z.object({ path: z.string(), panel: z.string(), reason: z.literal('unknown_panel') }),
  },
  NotFocusable: {
    sentence:
      'That overlay or panel cannot have the focus: it was made without, or it is not of the mode that is shown.',
    data: z.object({ path: z.string(), layer: z.string() }),
  },
  InAlternateMode: {
    sentence: 'The layers of the session are in the alternate mode already.',
    data: z.object({}),
  },
  NotInAlternateMode: {
    sentence: 'The layers of the session are not in the alternate mode.',
    data: z.object({}),
  },
  PluginFailed: {
    sentence: 'The plugin failed.',
    data: z.object({
      plugin: z.string(),
      function: z.string().describe('The function of the plugin that was called.'),
      reason: z
        .enum(['load', 'error', 'deadline', 'memory', 'crashed', 'shape', 'closed'])
        .describe('`shape`: it gave something that it may not give.'),
    }),
  },
  ExpectationFailed: {
    sentence: 'What a step of a plan expected to see did not appear.',
    data: z.object({
      adapter: z.string(),
      intent: z.string(),
      step: z.int().describe('Which step of the plan, from 0.'),
      expected: z.unknown().describe('The matcher that was not satisfied.'),
      why: z.string().optional().describe('What the plugin says of the step.'),
      elapsed_ms: z.number(),
      screen: z.string().describe('What the screen showed instead, redacted.'),
    }),
  },
  SessionClosed: {
    sentence: 'The session ended before the call could be answered.',
    data: z.object({ session: z.string(), exit: Exit.nullable() }),
  },
  Timeout: {
    sentence: 'The matcher was not satisfied in time.',
    data: z.object({
      session: z.string(),
      timeout_ms: z.number(),
      elapsed_ms: z.number(),
      sequence: z.number(),
      screen: z.string().optional().describe('What the screen showed at the end, redacted.'),
    }),
  },
  Cancelled: {
    sentence: 'The call was cancelled.',
    data: z.object({ reason: z.enum(['request', 'wait_id', 'shutdown', 'disconnected', 'session_closed']) }),
  },
  PermissionDenied: {
    sentence: 'The server or the plugin does not grant this.',
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
      reason: z.string().describe('The name of the system error, such as ENOENT.'),
      program: z.string().optional(),
      cwd: z.string().optional(),
    }),
  },
  FileRefused: {
    sentence: 'The file cannot be used.',
    data: z.object({
      path: z.string().describe('The parameter that names the file, such as `raw_transcript_path`.'),
      file: z.string().describe('The file, as it was given.'),
      reason: z
        .string()
        .describe('The name of the system error, such as EEXIST, or what the file is, such as `symlink`.'),
    }),
  },
  ModeOff: {
    sentence: 'The program has not turned on the terminal mode that this input needs.',
    data: z.object({ mode: z.string(), action: z.string() }),
  },
  Ambiguous: {
    sentence: 'The selector means several things on the screen.',
    data: z.object({
      path: z.string().describe('The parameter that holds the selector.'),
      matched: z.int().describe('How many things it means.'),
      candidates: z
        .array(z.object({ row: z.int(), col: z.int(), text: z.string() }))
        .describe('The first of them: where each begins, counted from 0, and what it says, redacted.'),
    }),
  },
  InputHeld: {
    sentence: 'Somebody has the input of the session for himself.',
    data: z.object({
      session: z.string(),
      holder: z.string().nullable().describe('Who has it, by the name that was given.'),
      person: z.boolean().describe('It is somebody who types at a viewer: no program takes it over.'),
      from: z.enum(['everyone', 'people']).describe('Whose input is kept out.'),
      since: z.number().describe('Milliseconds since 1970.'),
    }),
  },
  ViewerUnknown: {
    sentence: 'This connection has no viewer of that id.',
    data: z.object({ path: z.string(), viewer: z.string(), reason: z.literal('unknown_viewer') }),
  },
  Busy: {
    sentence: 'A limit of the server is reached; try again when something has ended.',
    data: z.object({ reason: z.literal('busy'), limit: z.string(), max: z.number() }),
  },
  Unsupported: {
    sentence: 'This server cannot do that.',
    data: z.object({ reason: z.string() }),
  },
  Internal: {
    sentence: 'The server failed; its log says more.',
    data: z.object({}),
  },
} as const;

export type FaultName = keyof typeof declarations;
export type FaultData<Name extends FaultName> = z.infer<(typeof declarations)[Name]['data']>;

export class Fault<Name extends FaultName = FaultName> extends Error {
  override readonly name: Name;
  readonly data: FaultData<Name>;
  constructor(name: Name, data: FaultData<Name>, detail?: string) {
    super(detail ?? says(name, data) ?? declarations[name].sentence);
    this.name = name;
    this.data = data;
  }
}

/** Faults whose data say what the sentence leaves open. */
const occasions: { readonly [Name in FaultName]?: (data: FaultData<Name>) => string } = {
  ModeOff: ({ mode, action }) => `The program has not turned on ${mode}, which ${action} needs.`,
  Unsupported: ({ reason }) => `This server cannot do that: ${reason}.`,
};

/** A fault that is about a field says which. A reason such as `unknown_session` is a word for programs. */
function says(name: FaultName, data: object): string | undefined {
  const occasion = occasions[name]?.(data as never);
  if (occasion !== undefined) return occasion;
  const { path, reason } = data as { path?: string; reason?: string };
  if (reason === undefined || !path) return undefined;
  return `${path}: ${reason.startsWith('unknown_') ? inALine(declarations[name].sentence) : reason}`;
}

const inALine = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1, -1);

export const faultNames = Object.keys(declarations) as readonly FaultName[];

/** What is said of a fault where the occasion says no more. */
export const sentences = Object.fromEntries(
  faultNames.map((name) => [name, declarations[name].sentence]),
) as { readonly [Name in FaultName]: string };

/** Each as it is answered: its data also says which fault it is. */
export const faultDeclarations = Object.fromEntries(
  faultNames.map((name) => {
    const { sentence, data } = declarations[name];
    const named = z.object({ fault: z.literal(name).describe('Which fault this is.'), ...data.shape });
    return [name, { sentence, data: named }];
  }),
) as unknown as {
  readonly [Name in FaultName]: { readonly sentence: string; readonly data: z.ZodType };
};

/** `fault.Timeout({ … }, 'a sentence for this occasion')` makes one; `raise` throws it. */
export const fault = Object.fromEntries(
  faultNames.map((name) => [name, (data: never, detail?: string) => new Fault(name, data, detail)]),
) as unknown as { readonly [Name in FaultName]: (data: FaultData<Name>, detail?: string) => Fault<Name> };

export function raise(failure: Fault): never {
  throw failure;
}
