/** The native dialect: its methods and events. One file each, and one line here. */
import type { World } from '../../core/world.ts';
import { type Dialect, dialect } from '../../rpc/dialect.ts';
import { cancelWait as adapterCancelWait } from './adapter/cancel_wait.ts';
import { close as adapterClose } from './adapter/close.ts';
import { explain as adapterExplain } from './adapter/explain.ts';
import { inspect as adapterInspect } from './adapter/inspect.ts';
import { list as adapterList } from './adapter/list.ts';
import { live as adapterLive } from './adapter/live.ts';
import { resume as adapterResume } from './adapter/resume.ts';
import { send as adapterSend } from './adapter/send.ts';
import { snapshot as adapterSnapshot } from './adapter/snapshot.ts';
import { start as adapterStart } from './adapter/start.ts';
import { state as adapterState } from './adapter/state.ts';
import { transcript as adapterTranscript } from './adapter/transcript.ts';
import { turn as adapterTurn } from './adapter/turn.ts';
import { wait as adapterWait } from './adapter/wait.ts';
import { compare } from './baseline/compare.ts';
import { list as baselineList } from './baseline/list.ts';
import { update } from './baseline/update.ts';
import { codes } from './codes.ts';
import { changed } from './events/changed.ts';
import { closed } from './events/closed.ts';
import { detached } from './events/detached.ts';
import { exited } from './events/exited.ts';
import { frame } from './events/frame.ts';
import { held } from './events/held.ts';
import { labelled } from './events/labelled.ts';
import { layerChanged } from './events/layerChanged.ts';
import { opened } from './events/opened.ts';
import { output } from './events/output.ts';
import { progress } from './events/progress.ts';
import { stateChanged } from './events/stateChanged.ts';
import { terminal } from './events/terminal.ts';
import { typed } from './events/typed.ts';
import { waiting } from './events/waiting.ts';
import { warning } from './events/warning.ts';
import { batch as layerBatch } from './layer/batch.ts';
import { focus as layerFocus } from './layer/focus.ts';
import { setMode as layerSetMode } from './layer/set_mode.ts';
import { state as layerState } from './layer/state.ts';
import { exit } from './lifecycle/exit.ts';
import { initialize } from './lifecycle/initialize.ts';
import { initialized } from './lifecycle/initialized.ts';
import { shutdown } from './lifecycle/shutdown.ts';
import { change as overlayChange } from './overlay/change.ts';
import { clear as overlayClear } from './overlay/clear.ts';
import { create as overlayCreate } from './overlay/create.ts';
import { remove as overlayRemove } from './overlay/delete.ts';
import { get as overlayGet } from './overlay/get.ts';
import { list as overlayList } from './overlay/list.ts';
import { change as panelChange } from './panel/change.ts';
import { clear as panelClear } from './panel/clear.ts';
import { create as panelCreate } from './panel/create.ts';
import { remove as panelRemove } from './panel/delete.ts';
import { get as panelGet } from './panel/get.ts';
import { list as panelList } from './panel/list.ts';
import { pluginCapabilities } from './plugin/capabilities.ts';
import { describe } from './plugin/describe.ts';
import { load } from './plugin/load.ts';
import { unload } from './plugin/unload.ts';
import { validateManifest } from './plugin/validate_manifest.ts';
import { film as recordingFilm } from './recording/film.ts';
import { list as recordingList } from './recording/list.ts';
import { mark as recordingMark } from './recording/mark.ts';
import { read as recordingRead } from './recording/read.ts';
import { start as recordingStart } from './recording/start.ts';
import { stop as recordingStop } from './recording/stop.ts';
import { discover } from './rpc/discover.ts';
import { capabilities } from './server/capabilities.ts';
import { closePage } from './server/close_page.ts';
import { openPage } from './server/open_page.ts';
import { setNotifications } from './server/set_notifications.ts';
import { act } from './session/act.ts';
import { attach } from './session/attach.ts';
import { cancelWait } from './session/cancel_wait.ts';
import { captureInput } from './session/capture_input.ts';
import { close } from './session/close.ts';
import { create } from './session/create.ts';
import { detach } from './session/detach.ts';
import { detachAll } from './session/detach_all.ts';
import { drawn } from './session/drawn.ts';
import { find } from './session/find.ts';
import { info } from './session/info.ts';
import { input } from './session/input.ts';
import { kill } from './session/kill.ts';
import { list } from './session/list.ts';
import { look } from './session/look.ts';
import { mouse } from './session/mouse.ts';
import { palette } from './session/palette.ts';
import { releaseInput } from './session/release_input.ts';
import { rename } from './session/rename.ts';
import { resize } from './session/resize.ts';
import { screenshot } from './session/screenshot.ts';
import { scrollback } from './session/scrollback.ts';
import { setPalette } from './session/set_palette.ts';
import { snapshot } from './session/snapshot.ts';
import { transcript } from './session/transcript.ts';
import { type } from './session/type.ts';
import { view } from './session/view.ts';
import { wait } from './session/wait.ts';

export const methods = [
  capabilities,
  setNotifications,
  openPage,
  closePage,
  discover,
  create,
  list,
  info,
  input,
  act,
  wait,
  cancelWait,
  find,
  mouse,
  snapshot,
  screenshot,
  scrollback,
  transcript,
  palette,
  setPalette,
  rename,
  resize,
  kill,
  close,
  attach,
  view,
  look,
  type,
  detach,
  detachAll,
  drawn,
  captureInput,
  releaseInput,
  overlayCreate,
  overlayList,
  overlayGet,
  overlayChange,
  overlayRemove,
  overlayClear,
  panelCreate,
  panelList,
  panelGet,
  panelChange,
  panelRemove,
  panelClear,
  layerBatch,
  layerFocus,
  layerState,
  layerSetMode,
  compare,
  update,
  baselineList,
  recordingStart,
  recordingMark,
  recordingStop,
  recordingList,
  recordingRead,
  recordingFilm,
  pluginCapabilities,
  validateManifest,
  describe,
  load,
  unload,
  adapterList,
  adapterLive,
  adapterStart,
  adapterResume,
  adapterState,
  adapterSend,
  adapterWait,
  adapterTurn,
  adapterCancelWait,
  adapterSnapshot,
  adapterTranscript,
  adapterInspect,
  adapterExplain,
  adapterClose,
  initialize,
  initialized,
  shutdown,
  exit,
] as const;

export const events = [
  opened,
  closed,
  changed,
  terminal,
  output,
  exited,
  waiting,
  layerChanged,
  labelled,
  warning,
  progress,
  stateChanged,
  frame,
  detached,
  typed,
  held,
] as const;

export const ptywright: Dialect<World> = dialect<World>({ name: 'ptywright', methods, events, codes });
