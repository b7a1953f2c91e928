/**
 * What a page in a browser may say. It looks at sessions, and types where a person has taken over; whoever gets hold of
 * its key can do no more, and reads nothing raw.
 */
import { fault, raise } from '../../core/faults.ts';
import type { World } from '../../core/world.ts';
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
import { info } from './session/info.ts';
import { list } from './session/list.ts';
import { releaseInput } from './session/release_input.ts';
import { snapshot } from './session/snapshot.ts';
import { transcript } from './session/transcript.ts';
import { type } from './session/type.ts';
import { view } from './session/view.ts';

/** As it is declared, but for what would be read without redaction. */
const hiding = (method: AnyMethod<World>): AnyMethod<World> => ({
  ...method,
  handle: (call, params) => {
    const { redact, recording } = params as { readonly redact?: boolean; readonly recording?: string };
    const raw = redact === false || (recording !== undefined && call.world.recordings.get(recording).raw);
    if (raw)
      raise(fault.PermissionDenied({ required_permission: 'raw.read', reason: 'a page reads nothing raw' }));
    return method.handle(call, params);
  },
});

export const onlooker: Dialect<World> = dialect<World>({
  name: 'ptywright',
  methods: [
    capabilities,
    setNotifications,
    list,
    info,
    hiding(snapshot),
    hiding(transcript),
    attach,
    view,
    type,
    detach,
    captureInput,
    releaseInput,
    recordingList,
    hiding(recordingRead),
    live,
    state,
  ],
  events,
  codes,
});
