/** The events of the native dialect. */
import { State } from '#adapters/state.ts';
import { z } from '#platform/schema.ts';
import { defineEvent } from '#rpc/dialect.ts';
import { TerminalEventKind } from '#terminal/events.ts';
import { Exit, ScreenSize } from './method.ts';
import { lockFields } from './sessionInfo.ts';

export const sessionOpened = defineEvent({
  name: 'session.opened',
  summary:
    'A session was created. Sent to subscribers of `lifecycle`, before any other event of the session.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 0 },
});

export const sessionClosed = defineEvent({
  name: 'session.closed',
  summary: 'A session was closed. Sent to subscribers of `lifecycle`, as the last event of the session.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 4 },
});

export const sessionLost = defineEvent({
  name: 'session.lost',
  summary:
    'A gateway has lost the host of a session, with its program. Sent to subscribers of `lifecycle`. If the host was only out of reach, `session.list` has the session again later.',
  params: z.object({ session: z.string(), host: z.string() }),
  example: { session: 'h1/s1', host: 'h1' },
});

export const sessionLabelled = defineEvent({
  name: 'session.labelled',
  summary:
    'The name or the tags of a session changed. Sent to subscribers of `lifecycle`, with the current name and tags.',
  params: z.object({ session: z.string(), name: z.string().nullable(), tags: z.array(z.string()) }),
  example: { session: 's1', name: 'prod', tags: ['web'] },
});

export const serverResumed = defineEvent({
  name: 'server.resumed',
  summary:
    'Another connection has called `server.resume` with the key of this one. The input locks, notifications and sessions of this connection belong to that one now.',
  params: z.object({}),
  example: {},
});

export const sessionChanged = defineEvent({
  name: 'session.changed',
  summary: 'The screen changed. Changes in one turn are sent as one event.',
  params: z.object({ session: z.string(), sequence: z.int() }),
  example: { session: 's1', sequence: 3 },
});

export const sessionOutput = defineEvent({
  name: 'session.output',
  summary:
    'The output of the program since the last event, redacted. Text that may be the start of a secret is held back until that is decided.',
  params: z.object({
    session: z.string(),
    sequence: z.int(),
    output: z.string(),
    dropped: z
      .literal(true)
      .optional()
      .describe('Output before this event is missing, because the client read too slowly.'),
  }),
  example: { session: 's1', sequence: 4, output: 'hello\r\n' },
});

export const sessionTerminal = defineEvent({
  name: 'session.terminal',
  summary:
    'The program sent its terminal something that is not text on the screen: a title, a shell mark, a notification or a mode. Text in it is redacted. If one turn has too many of these events, the oldest ones of the most frequent kind are dropped.',
  params: z.object({
    session: z.string(),
    sequence: z.int(),
    kind: TerminalEventKind,
    number: z.int().describe('The number of this event in the session, from 1.'),
    facts: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Data of this kind of event, such as `exit_code` of `command_finished`.'),
  }),
  example: {
    session: 's1',
    sequence: 4,
    kind: 'command_finished',
    number: 3,
    facts: { line: 2, col: 0, exit_code: 0 },
  },
});

export const sessionWarning = defineEvent({
  name: 'session.warning',
  summary: 'A task beside the session failed, such as its raw transcript. The session continues.',
  params: z.object({ session: z.string(), sequence: z.int(), warning: z.string() }),
  example: { session: 's1', sequence: 4, warning: 'the raw transcript ended: ENOSPC' },
});

export const sessionExited = defineEvent({
  name: 'session.exited',
  summary: 'The program exited. Sent once, after the last output.',
  params: z.object({ session: z.string(), sequence: z.int(), ...Exit.shape }),
  example: { session: 's1', sequence: 4, exit_code: 0, signal: null },
});

export const sessionWaiting = defineEvent({
  name: 'session.waiting',
  summary:
    'Waits on a session started or ended. Sent to subscribers of `waits`; changes in one turn are sent as one event.',
  params: z.object({ session: z.string(), sequence: z.int(), pending_waits: z.int() }),
  example: { session: 's1', sequence: 4, pending_waits: 1 },
});

export const sessionHeld = defineEvent({
  name: 'session.held',
  summary:
    'A client captured or released the input of a session. Sent to all subscribers and viewers of the session.',
  params: z.object({ session: z.string(), ...lockFields }),
  example: {
    session: 's1',
    holder: { name: 'ada', from: 'everyone', person: true, since: 1_700_000_000_000 },
    holds: false,
  },
});

export const sessionTyped = defineEvent({
  name: 'session.typed',
  summary:
    'A person typed while this connection holds the input lock. The keys are sent here and not written to the program. They are not redacted.',
  params: z.object({
    session: z.string(),
    viewer: z.string().describe('The viewer in which the person typed.'),
    mode: z.literal('capture'),
    keys: z.array(
      z.object({
        raw: z.string().describe("The bytes that the person's terminal sent."),
        key: z
          .string()
          .nullable()
          .describe(
            'The key name, as in the action `key`, or the character. Null if it is not a key: a paste or a long text.',
          ),
        modifiers: z.array(z.string()).describe('Such as `ctrl`.'),
      }),
    ),
  }),
  example: {
    session: 's1',
    viewer: 's1.v1',
    mode: 'capture',
    keys: [
      { raw: 'q', key: 'q', modifiers: [] },
      { raw: '\r', key: 'enter', modifiers: [] },
    ],
  },
});

export const sessionFrame = defineEvent({
  name: 'session.frame',
  summary:
    'A frame: it changes what a viewer shows into the current screen. The next frame is sent when the connection has drained this one and, for a paced viewer, after its acknowledgement. A slow viewer gets fewer frames.',
  params: z.object({
    session: z.string(),
    viewer: z.string(),
    data: z
      .string()
      .describe('Text with escape sequences for a terminal. It may be empty if `size` or `exit` is present.'),
    size: ScreenSize.optional().describe(
      'The new size of the session with its panels, if it changed. A terminal that follows it calls `session.view` and then gets a full frame.',
    ),
    exit: Exit.optional().describe(
      'The program exited. Sent once, and not if the session is closed: then `session.detached` is sent. The viewer stays attached.',
    ),
  }),
  example: {
    session: 's1',
    viewer: 's1.v1',
    data: '\u001b[?2026h\u001b[1;1Hready\u001b[K\u001b[1;6H\u001b[?2026l',
  },
});

export const sessionDetached = defineEvent({
  name: 'session.detached',
  summary: 'A viewer was detached, or its session was closed. It gets no more frames.',
  params: z.object({ session: z.string(), viewer: z.string(), reason: z.enum(['detached', 'closed']) }),
  example: { session: 's1', viewer: 's1.v1', reason: 'closed' },
});

export const layerChanged = defineEvent({
  name: 'layer.changed',
  summary:
    'Overlays, panels, their focus or the total size changed. Sent to subscribers of `layers`; changes in one turn are sent as one event.',
  params: z.object({
    session: z.string(),
    sequence: z
      .int()
      .describe('The sequence that a snapshot with `layers` returns. It counts changes of the screen too.'),
  }),
  example: { session: 's1', sequence: 4 },
});

export const recordingProgress = defineEvent({
  name: 'recording.progress',
  summary:
    'The progress of a `recording.film` call. Sent to a caller that set `progress`, a few times per second and before the reply.',
  params: z.object({
    recording: z.string(),
    path: z.string().describe('The path of the film, as in the request.'),
    at_ms: z.number().describe('The time in the recording that is rendered so far.'),
    of_ms: z.number(),
    pictures: z.int().describe('The number of different pictures so far.'),
  }),
  example: { recording: 'r1', path: '/tmp/s1.gif', at_ms: 1500, of_ms: 60_000, pictures: 12 },
});

export const adapterStateChanged = defineEvent({
  name: 'adapter.state_changed',
  summary: 'The state of an adapter changed. Changes during one classification are sent as one event.',
  params: z.object({ adapter: z.string(), session: z.string(), sequence: z.int(), state: State }),
  example: {
    adapter: 'e1',
    session: 's1',
    sequence: 3,
    state: {
      state: 'ready',
      confidence: 1,
      evidence: 'echo plugin',
      sequence: 3,
      last_intent: null,
      metadata: {},
      candidates: [],
      events: [],
    },
  },
});
