import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { eventNames } from '../news.ts';

const Capabilities = z.object({
  screenshot: z.array(z.enum(['text', 'ansi', 'json', 'svg', 'png'])),
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

const recordingNames = [
  'Recording.startSession',
  'Recording.stopSession',
  'Recording.startActions',
  'Recording.stopActions',
  'Recording.captureScreen',
] as const;

const filmNames = ['Recording.startVideo', 'Recording.stopVideo'] as const;

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
  handle: ({ world: { core, locked, shipped } }) => ({
    version: '0.1.0',
    implementation: shipped ? 'wrightty-server' : 'ptywright',
    authentication: locked ? ('password' as const) : ('none' as const),
    capabilities: {
      screenshot: ['text' as const, 'ansi' as const, 'json' as const, 'svg' as const, 'png' as const],
      maxSessions: limits.sessions,
      supportsResize: core.grants.has('session.resize'),
      supportsScrollback: core.grants.has('screen.read'),
      supportsMouse: core.grants.has('input.write'),
      supportsSessionCreate: core.grants.has('session.spawn'),
      supportsColorPalette: true,
      supportsRawOutput: core.grants.has('transcript.read'),
      supportsShellIntegration: true,
      recording: shipped ? [...recordingNames] : [...recordingNames, ...filmNames],
      events: [...eventNames],
    },
  }),
});
