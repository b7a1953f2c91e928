import { limits } from '../../limits.ts';
import { fitsInMemory, Size } from '../../size.ts';
import { action } from '../action.ts';

export const resize = action({
  name: 'resize',
  summary: 'Changes the size of the terminal; the program gets SIGWINCH.',
  needs: 'session.resize',
  value: Size.strict().refine(fitsInMemory, { error: `has more than ${limits.maxCells} cells` }),
  examples: [
    {
      title: 'larger',
      value: { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 },
      asks: 'resize 40x120 0x0',
    },
    { title: 'without pixels', value: { rows: 24, cols: 80 }, asks: 'resize 24x80 0x0' },
    { title: 'no rows', value: { rows: 0, cols: 80 }, fault: 'Invalid' },
  ],
  perform(target, { rows, cols, pixel_width, pixel_height }) {
    target.resize({ rows, cols, pixelWidth: pixel_width, pixelHeight: pixel_height });
    return undefined;
  },
});
