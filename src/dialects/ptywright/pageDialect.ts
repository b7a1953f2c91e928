/**
 * The methods that the browser page may call. The page watches sessions, and types only while it holds the input lock.
 * A stolen key permits no more than that, and nothing raw.
 */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { type Dialect, defineDialect } from '#rpc/dialect.ts';
import type { AnyMethod, Call } from '#rpc/method.ts';
import { adapterLive, adapterState } from './adapter.ts';
import { events, serverCapabilities } from './dialect.ts';
import { codes } from './errors.ts';
import { sessionCaptureInput, sessionReleaseInput } from './input.ts';
import { recordingList, recordingRead } from './recording.ts';
import { sessionPalette, sessionSnapshot, sessionTranscript } from './screen.ts';
import { serverSetNotifications } from './server.ts';
import { sessionInfo, sessionList } from './session.ts';
import { sessionAttach, sessionDetach, sessionDrawn, sessionType, sessionView } from './viewers.ts';

/** For each parameter name, the value that requests raw text, in any method that declares it. */
const rawParams: Readonly<Record<string, boolean>> = { redact: false, raw: true };

type MethodParams = Readonly<Record<string, unknown>>;
type PageMethod = AnyMethod<Core>;

/** The declared method with the checks for a page. */
const restrictMethod = (method: PageMethod): PageMethod => ({
  ...method,
  handle: (call, params) => {
    refuseRaw(method, params, call.world);
    if (params.resize === true) deny('a page cannot resize a session', 'session.resize');
    if (method === sessionType) requireInputLock(call, params);
    return method.handle(call, params);
  },
});

function refuseRaw({ params: { shape } }: PageMethod, params: MethodParams, { recordings }: Core): void {
  const requested = Object.keys(shape).some(
    (name) => Object.hasOwn(rawParams, name) && params[name] === rawParams[name],
  );
  const { recording } = params as { readonly recording?: string };
  if (requested || (recording !== undefined && recordings.get(recording).raw))
    deny('a page cannot read raw data', 'raw.read');
}

/** Fails unless this client holds the input lock. The input of a page never goes to another holder. */
function requireInputLock({ world, caller }: Call<Core>, { session }: MethodParams): void {
  if (world.sessions.get(session as string).inputLock.holder?.owner !== caller)
    deny('a page can type only after it has taken over the input');
}

const deny = (reason: string, permission?: string): never =>
  raise(
    fault.PermissionDenied(
      { reason, ...(permission !== undefined && { required_permission: permission }) },
      reason,
    ),
  );

export const pageDialect: Dialect<Core> = defineDialect<Core>({
  name: 'ptywright',
  methods: [
    serverCapabilities,
    serverSetNotifications,
    sessionList,
    sessionInfo,
    sessionSnapshot,
    sessionTranscript,
    sessionPalette,
    sessionAttach,
    sessionView,
    sessionType,
    sessionDrawn,
    sessionDetach,
    sessionCaptureInput,
    sessionReleaseInput,
    recordingList,
    recordingRead,
    adapterLive,
    adapterState,
  ].map(restrictMethod),
  events,
  codes,
});
