import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { subscribe } from '../events/subscribe.ts';
import { sendMouse } from '../input/sendMouse.ts';
import { method } from '../method.ts';
import { eventNames } from '../news.ts';
import { captureScreen } from '../recording/captureScreen.ts';
import { startActions } from '../recording/startActions.ts';
import { startSession } from '../recording/startSession.ts';
import { startVideo } from '../recording/startVideo.ts';
import { stopActions } from '../recording/stopActions.ts';
import { stopSession } from '../recording/stopSession.ts';
import { stopVideo } from '../recording/stopVideo.ts';
import { getScrollback } from '../screen/getScrollback.ts';
import { Format, screenshot } from '../screen/screenshot.ts';
import { create } from '../session/create.ts';
import { resize } from '../terminal/resize.ts';
import { setColorPalette } from '../terminal/setColorPalette.ts';

const Capabilities = z.object({
  screenshot: z.array(Format),
  maxSessions: z.int(),
  supportsResize: z.boolean(),
  supportsScrollback: z.boolean(),
  supportsMouse: z.boolean(),
  supportsSessionCreate: z.boolean(),
  supportsColorPalette: z.boolean(),
  supportsRawOutput: z.boolean(),
  supportsShellIntegration: z.boolean(),
  recording: z.array(z.string()).describe('The methods of Recording that can be called.'),
  events: z.array(z.string()),
});

interface Needy {
  readonly name: string;
  readonly needs: readonly string[];
}

const recordings: readonly Needy[] = [startSession, stopSession, startActions, stopActions, captureScreen];
const films: readonly Needy[] = [startVideo, stopVideo];

export const getInfo = method({
  name: 'Wrightty.getInfo',
  summary: 'Tell what this server is and what it can do.',
  open: true,
  params: z.object({}),
  result: z.object({
    version: z.string().describe('Of the protocol.'),
    implementation: z.string(),
    authentication: z.enum(['none', 'password']),
    capabilities: Capabilities,
  }),
  handle: ({ world: { core, guard, shipped } }) => ({
    version: '0.1.0',
    implementation: shipped ? 'wrightty-server' : 'ptywright',
    authentication: guard.locked ? ('password' as const) : ('none' as const),
    capabilities: capabilitiesOf(core.grants, shipped),
  }),
});

/** What the server does not grant is not promised. */
function capabilitiesOf(grants: ReadonlySet<string>, shipped: boolean): z.input<typeof Capabilities> {
  const can = ({ needs }: Needy) => needs.every((one) => grants.has(one));
  const follows = can(subscribe);
  return {
    screenshot: can(screenshot) ? Format.options : [],
    maxSessions: limits.sessions,
    supportsResize: can(resize),
    supportsScrollback: can(getScrollback),
    supportsMouse: can(sendMouse),
    supportsSessionCreate: can(create),
    supportsColorPalette: can(setColorPalette),
    supportsRawOutput: follows,
    supportsShellIntegration: follows,
    recording: recordings
      .filter(can)
      .map(({ name }) => name)
      .concat(shipped ? [] : films.filter(can).map(({ name }) => name)),
    events: follows ? [...eventNames] : [],
  };
}
