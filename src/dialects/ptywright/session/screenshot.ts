import { Look, Screenshot, takeScreenshot } from '../../../core/render/screenshot.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { LayersToo, redactionParams, SessionRef } from '../shapes.ts';

export const screenshot = method({
  name: 'session.screenshot',
  since: 1,
  summary: 'Make a picture of the screen as it is now, redacted unless asked otherwise.',
  details:
    'An image has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters, Chinese, Japanese and Korean, emoji in one colour, symbols, boxes and blocks. What no font has, such as Thai, the scripts of India or icons of patched fonts, is an empty frame, unless the `font` that is asked for has it.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PermissionDenied', 'Busy', 'Unsupported', 'Cancelled'],
  params: z.strictObject({ session: SessionRef, ...Look, layers: LayersToo, ...redactionParams }),
  result: Screenshot,
  examples: [
    {
      title: 'text',
      program: 'prints-red',
      send: { format: 'text' },
      reply: { mime: 'text/plain', data: 'it is on', width: 80, height: 24 },
    },
    {
      title: 'a part of the screen as an image of vectors',
      program: 'prints-red',
      send: { format: 'svg', region: { row: 0, col: 6, rows: 1, cols: 2 }, cursor: false },
      reply: {
        format: 'svg',
        mime: 'image/svg+xml',
        data: [
          '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18" viewBox="0 0 18 18" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14.95" xml:space="preserve">',
          '<rect width="18" height="18" fill="#000000"/>',
          '<g transform="translate(0 0)"><g fill="#cd0000" color="#cd0000" font-weight="bold"><text x="0" y="14" textLength="18">on</text></g></g>',
          '</svg>\n',
        ].join('\n'),
        width: 18,
        height: 18,
      },
    },
    {
      title: 'an image of pixels, in colours for a white page',
      program: 'prints-red',
      send: { region: { row: 0, col: 0, rows: 2, cols: 8 }, theme: 'light', scale: 2 },
      reply: { format: 'png', mime: 'image/png', width: 144, height: 72 },
    },
    {
      title: 'more pixels than are drawn',
      program: 'prints-red',
      send: { font_size: 96, scale: 8 },
      fault: 'Invalid',
    },
    { title: 'no such session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session, redact, redaction, layers, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.readRedaction(read, { redact, ...(redaction && { redaction }) });
    const laid = layers ? read.layers : undefined;
    return takeScreenshot(read.screen, { ...how, layers: laid, redaction: hides }, world.painter);
  },
});
