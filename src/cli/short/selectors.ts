/** Options that select text on the screen, and the selectors that they make. */
import type { ExpectedStyle, Selector } from '#client/api.ts';
import { flag, text } from '../command.ts';
import { UsageError } from '../errors.ts';

type Color = ExpectedStyle['fg'];

export const afterOption = text('TEXT', 'Search after the first occurrence of this text.');

export const styleOptions = {
  fg: text(
    'COLOR',
    'Only text in this color: a name such as red, a number of the palette, #rrggbb or default.',
  ),
  bg: text('COLOR', 'Only text on this background color.'),
  bold: flag('Only bold text.'),
  inverse: flag('Only text in reverse video.'),
} as const;

interface SelectorOptions {
  readonly after: string | undefined;
  readonly fg?: string | undefined;
  readonly bg?: string | undefined;
  readonly bold?: boolean;
  readonly inverse?: boolean;
}

const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function parseColor(text: string): Color {
  if (text === 'default') return null;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  const index = colorNames.indexOf(text);
  if (index >= 0) return index;
  if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return Number(text);
  throw new UsageError(
    `${text}: expected a color: ${colorNames.join(', ')}, default, a number from 0 to 255, or #rrggbb`,
  );
}

const parseStyle = ({ fg, bg, bold, inverse }: SelectorOptions): ExpectedStyle => ({
  ...(fg !== undefined && { fg: parseColor(fg) }),
  ...(bg !== undefined && { bg: parseColor(bg) }),
  ...(bold && { bold }),
  ...(inverse && { inverse }),
});

export function createSelector(value: string, isPattern: boolean, options: SelectorOptions): Selector {
  const text: Selector = isPattern ? { type: 'regex', pattern: value } : { type: 'exact', text: value };
  const style = parseStyle(options);
  const found: Selector = Object.keys(style).length === 0 ? text : { type: 'styled', style, selector: text };
  const { after } = options;
  return after === undefined
    ? found
    : { type: 'relative', direction: 'after', to: { type: 'exact', text: after }, selector: found };
}
