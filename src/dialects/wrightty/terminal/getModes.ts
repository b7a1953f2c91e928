import type { Modes as CoreModes } from '../../../core/input/modes.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { inSession } from '../shapes.ts';

const tracking = { none: 'none', x10: 'x10', vt200: 'normal', drag: 'cellMotion', any: 'allMotion' } as const;
const encoding = {
  default: 'default',
  utf8: 'utf8',
  sgr: 'sgr',
  urxvt: 'urxvt',
  sgr_pixels: 'sgrPixel',
} as const;

const Modes = z.object({
  cursorKeyMode: z.enum(['normal', 'application']),
  keypadMode: z.enum(['numeric', 'application']),
  alternateScreen: z.boolean(),
  bracketedPaste: z.boolean(),
  mouseTracking: z.enum(Object.values(tracking)),
  mouseEncoding: z.enum(Object.values(encoding)),
  focusReporting: z.boolean(),
  cursorVisible: z.boolean(),
  cursorStyle: z.enum(['block', 'underline', 'bar', 'blinkingBlock', 'blinkingUnderline', 'blinkingBar']),
  autoWrap: z.boolean(),
  reverseVideo: z.boolean(),
  originMode: z.boolean(),
  synchronizedOutput: z.boolean(),
});

export const getModes = method({
  name: 'Terminal.getModes',
  summary: 'Tell what the program has asked of its terminal.',
  needs: ['screen.read'],
  params: z.object(inSession),
  result: Modes,
  handle: ({ world }, { sessionId }) => {
    const { modes, cursor, cursorShape, cursorBlinks } = world.session(sessionId).screen;
    return {
      ...toldModes(modes),
      cursorVisible: cursor.visible,
      cursorStyle: cursorBlinks ? blinking[cursorShape] : cursorShape,
    };
  },
});

const blinking = { block: 'blinkingBlock', underline: 'blinkingUnderline', bar: 'blinkingBar' } as const;

const toldModes = (modes: CoreModes) => ({
  cursorKeyMode: modes.applicationCursor ? ('application' as const) : ('normal' as const),
  keypadMode: modes.applicationKeypad ? ('application' as const) : ('numeric' as const),
  alternateScreen: modes.alternateScreen,
  bracketedPaste: modes.bracketedPaste,
  mouseTracking: tracking[modes.mouseTracking],
  mouseEncoding: encoding[modes.mouseEncoding],
  focusReporting: modes.focusEvents,
  autoWrap: modes.wraparound,
  reverseVideo: modes.reverseScreen,
  originMode: modes.origin,
  synchronizedOutput: modes.synchronizedOutput,
});
