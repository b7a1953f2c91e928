/**
 * Columns of code points, from the Unicode Character Database: wide are East Asian Wide and Fullwidth (14.0) and
 * Emoji_Presentation (17.0) but not the regional indicators; zero are the marks Mn and Me, the format characters
 * Cf but not the soft hyphen, line and paragraph separators and the Hangul vowels and finals. Unassigned code
 * points inside a range go with it. Ranges are written as steps in base 36: `first-last of the one before`, then
 * `+length` when there is more than one.
 */
const wide =
  '3cw+2n 3i3+1 e+1 5b+3 4 3 ei+1 m+1 1f+b 18 k e 9+1 i+1 6+1 9 6 m 8+1 2 5 3 8 5+1 t 10 2 5+2 2 ' +
  '1q+2 p f nw+1 1g 5 mj+aj 5+15 5+g 3+2d 5+94 d+2f 9+5f3 1t+h52 wq+s hw+8mb 6l9+e7 lt+9 n+1n 46+2n ' +
  '3k+6 m4a+3 d+1 f+4qf 9+yd 17+8 6w8+8i 1a+2 i+bb c21 5n 5b 3+9 2u+2t 4b+w d+8 2+1x 2+l d+16 5+4 ' +
  'd+g 4 4+1y 2 2+56 3+1q e+3 2+n j r+1 e 2f+2c 1d+1x 7 4+2 3+a c+1 8+8 6c+g 7w+1a 2+9 2+54 35+3z ' +
  'zl+2t4t';

const zero =
  'lc+33 7o+6 7c+18 2 2+1 2+1 2 1l+5 b+a 2 1b+k h 2u+7 2+5 3+1 2+3 y 2 v+q 2k+a 1n+8 a p+3 2+8 2+2 ' +
  '2+4 18+2 1h+f 17+1k 1k 2 5+7 5 4+6 b+1 u 1n 5+3 9 l+1 r+4 1m 5+g v+1 4 c+1 1m 5+7 5 l+1 n+7 1n 3 ' +
  '2+3 9+9 c+1 v 1q d 1f 4 1k 2+2 6+g c+1 u 1n 3 7 6+1 l+1 t+1 1m+1 5+3 9 l+1 u 21 8+4 2j 3+6 d+7 ' +
  '2r 3+8 c+6 22+1 s 2 2 1k+d 2+4 2+1 6+1b a 2v+3 2+5 2+1 3+1 q+1 5+2 h+3 e 3+1 7 g 5f+4f 9q+2 qb+2 ' +
  'u+1 v+1 v+1 1t+1 2+6 9 3+a a 1a+4 3a+1 z 3b+2 5+1 a 7+2 64+1 3 1n 2+8 2 3+7 7+c 1d+1n l+3 1d 2+4 ' +
  '2 6 15+8 d+1 x+3 3+1 2+2 1l 2+1 4 2+2 1n+7 3+1 49+2 2+c 2+6 5 7 4+1 5j+1r ek+4 p+6 1e+f 2p+w ' +
  '2db+2 3y 2p+v ff+3 30+1 n9x+3 2+9 x+1 29+1 7l 4 5 q+1 6 48+1 r+h e 13+7 q+a 1b+2 1d 3+3 3+1 14 ' +
  '1w+5 3+1 3+1 d 9 1c 1g 2+2 3+1 6+1 2 17+1 9 6n 3 5 8n7+27 6xr ki+f h+f 5s 6y+2 ea 6b 46+4 1af+e ' +
  '15+7 4m+1 fy+3 1u+4 8u+1 26+5 1z+a 1e+3 3g 1j+e 16 3+1 b+2 1e+3 3+1 3 5+b 1f+2 11+4 2+7 1r d+1 ' +
  '1h+8 b+3 3 2o+2 3 2+1 7 3 4e 4+7 m+1 1m+1 4 12+e 1z+5 e 2 2 f+1 2e+7 3+2 2 o 2d+5 2 5+1 2+1 6n+3 ' +
  '7+1 2+1 s+1 2e+7 3 2+1 2z 2 3+5 2 2u 2 3+3 2+4 78+8 2+1 75+1 2 5 41+7 5 x+9 15+5 3+3 9 a+5 3+2 ' +
  '1b+c 2+1 5j 2+2 2 5m+d 2 2b+l 3+6 2+1 2+1 3f+k 2 21+1 4 2 9o+1 c+1 1h+4 6 2 o 446+g 7+e 8uh+b ' +
  '4+2 1xd+4 1o+6 t5 1s+3 2a f5l+1 2+3 3ml+1y f5+2 a+f 3+6 v+3 45+2 1j0+1i 5+1d 9 f n+k 11t+16 2t ' +
  '4h+6 ag 1q+3 e5+3 73+1 6s 3 8+1 6 d7+6 32+6 gzav v+2n 3l+6n';

/** One byte for each code point below `end`: its width. */
export function widthTable(end: number): Uint8Array {
  const table = new Uint8Array(end).fill(1);
  table.fill(0, 0, 0x20).fill(0, 0x7f, 0xa0);
  for (const [first, last] of ranges(wide)) table.fill(2, first, last + 1);
  for (const [first, last] of ranges(zero)) table.fill(0, first, last + 1);
  return table;
}

function* ranges(steps: string): Generator<readonly [first: number, last: number]> {
  let last = 0;
  for (const step of steps.split(' ')) {
    const [gap, more] = step.split('+');
    const first = last + Number.parseInt(gap!, 36);
    last = first + Number.parseInt(more ?? '0', 36);
    yield [first, last];
  }
}
