/**
 * What a page in a browser may say. It looks at sessions, and types where a person has taken over; whoever gets hold of
 * its key can do no more, and reads nothing raw.
 */
import { fault, raise } from '../../core/faults.ts';
import type { World } from '../../core/world.ts';
import type { Call } from '../../rpc/call.ts';
import { type Dialect, dialect } from '../../rpc/dialect.ts';
import type { AnyMethod } from '../../rpc/method.ts';
import { live } from './adapter/live.ts';
import { state } from './adapter/state.ts';
import { codes } from './codes.ts';
import { events } from './index.ts';
import { list as recordingList } from './recording/list.ts';
import { read as recordingRead } from './recording/read.ts';
import { capabilities } from './server/capabilities.ts';
import { setNotifications } from './server/set_notifications.ts';
import { attach } from './session/attach.ts';
import { captureInput } from './session/capture_input.ts';
import { detach } from './session/detach.ts';
import { drawn } from './session/drawn.ts';
import { info } from './session/info.ts';
import { list } from './session/list.ts';
import { palette } from './session/palette.ts';
import { releaseInput } from './session/release_input.ts';
import { snapshot } from './session/snapshot.ts';
import { transcript } from './session/transcript.ts';
import { type } from './session/type.ts';
import { view } from './session/view.ts';

/** By which value a parameter of that name asks for something raw, in whatever method it is declared. */
const raw: Readonly<Record<string, boolean>> = { redact: false, raw: true };

type Params = Readonly<Record<string, unknown>>;
type Watched = AnyMethod<World>;

/** As it is declared, but for what a page may not ask for. */
const guarded = (method: Watched): Watched => ({
  ...method,
  handle: (call, params) => {
    refuseRaw(method, params, call.world);
    if (params.resize === true) deny('a page changes the size of no session', 'session.resize');
    if (method === type) refuseBystander(call, params);
    return method.handle(call, params);
  },
});

function refuseRaw({ params: { shape } }: Watched, params: Params, { recordings }: World): void {
  const asked = Object.keys(shape).some((name) => Object.hasOwn(raw, name) && params[name] === raw[name]);
  const { recording } = params as { readonly recording?: string };
  if (asked || (recording !== undefined && recordings.get(recording).raw))
    deny('a page reads nothing raw', 'raw.read');
}

/** Who has not taken over types nothing, nor does it come to somebody else who has. */
function refuseBystander({ world, caller }: Call<World>, { session }: Params): void {
  if (world.sessions.get(session as string).holding.holder?.owner !== caller)
    deny('nothing is typed at a page that has not taken over');
}

const deny = (reason: string, permission?: string): never =>
  raise(
    fault.PermissionDenied(
      { reason, ...(permission !== undefined && { required_permission: permission }) },
      reason,
    ),
  );

export const onlooker: Dialect<World> = dialect<World>({
  name: 'ptywright',
  methods: [
    capabilities,
    setNotifications,
    list,
    info,
    snapshot,
    transcript,
    palette,
    attach,
    view,
    type,
    drawn,
    detach,
    captureInput,
    releaseInput,
    recordingList,
    recordingRead,
    live,
    state,
  ].map(guarded),
  events,
  codes,
});
