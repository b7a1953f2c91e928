/** Methods that describe the server and authenticate a client. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { exportedMethods } from '#rpc/dialect.ts';
import { eventNames, eventsSubscribe } from './events.ts';
import { inputSendMouse } from './input.ts';
import { method } from './method.ts';
import * as recording from './recording.ts';
import { ScreenshotFormat, screenGetScrollback, screenScreenshot } from './screen.ts';
import { sessionCreate } from './session.ts';
import { terminalResize, terminalSetColorPalette } from './terminal.ts';

const Capabilities = z.object({
  screenshot: z.array(ScreenshotFormat),
  maxSessions: z.int(),
  supportsResize: z.boolean(),
  supportsScrollback: z.boolean(),
  supportsMouse: z.boolean(),
  supportsSessionCreate: z.boolean(),
  supportsColorPalette: z.boolean(),
  supportsRawOutput: z.boolean(),
  supportsShellIntegration: z.boolean(),
  recording: z.array(z.string()).describe('The methods of Recording that this server supports.'),
  events: z.array(z.string()),
});

const recordingMethods = exportedMethods(recording);
const videoMethods: readonly string[] = [
  recording.recordingStartVideo.name,
  recording.recordingStopVideo.name,
];

export const wrighttyGetInfo = method({
  name: 'Wrightty.getInfo',
  summary: 'Return the name, version and capabilities of the server.',
  open: true,
  result: z.object({
    version: z.string().describe('The version of the protocol.'),
    implementation: z.string(),
    authentication: z.enum(['none', 'password']),
    capabilities: Capabilities,
  }),
  examples: [
    {
      title: 'what the server supports',
      send: {},
      reply: { authentication: 'none', capabilities: { supportsResize: true } },
    },
  ],
  handle: ({ world: { core, guard, shipped } }) => ({
    version: '0.1.0',
    implementation: shipped ? 'wrightty-server' : 'ptywright',
    authentication: guard.requiresPassword ? ('password' as const) : ('none' as const),
    capabilities: getCapabilities(core.grants, shipped),
  }),
});

/** Reports only what the permissions of the server allow. */
function getCapabilities(grants: ReadonlySet<string>, shipped: boolean): z.input<typeof Capabilities> {
  const can = ({ needs }: { readonly needs: readonly string[] }) => needs.every((one) => grants.has(one));
  const follows = can(eventsSubscribe);
  return {
    screenshot: can(screenScreenshot) ? ScreenshotFormat.options : [],
    maxSessions: limits.sessions,
    supportsResize: can(terminalResize),
    supportsScrollback: can(screenGetScrollback),
    supportsMouse: can(inputSendMouse),
    supportsSessionCreate: can(sessionCreate),
    supportsColorPalette: can(terminalSetColorPalette),
    supportsRawOutput: follows,
    supportsShellIntegration: follows,
    // The released server does not list its video methods.
    recording: recordingMethods
      .filter((method) => can(method) && !(shipped && videoMethods.includes(method.name)))
      .map(({ name }) => name),
    events: follows ? [...eventNames] : [],
  };
}

export const wrighttyAuthenticate = method({
  name: 'Wrightty.authenticate',
  summary: 'Authenticate this connection with the password. A server without a password accepts any.',
  open: true,
  throws: ['AuthenticationFailed'],
  params: z.object({ password: z.string().max(limits.argBytes) }),
  result: z.object({ authenticated: z.literal(true) }),
  handle: ({ world, caller }, { password }) => {
    world.guard.authenticate(caller, password);
    return { authenticated: true as const };
  },
});
