import { afterAll, describe, expect, it } from 'vitest';
import { closePainter, svgOf } from './aPage.ts';

afterAll(closePainter);

describe('a screen as SVG', () => {
  it('is one text a stretch of letters, on backgrounds that are drawn once for their whole length', async () => {
    expect(await svgOf('\x1b[31;42mab c\x1b[m  d')).toMatchInlineSnapshot(`
      "<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36" viewBox="0 0 90 36" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14.95" xml:space="preserve">
      <rect width="90" height="36" fill="#000000"/>
      <g transform="translate(0 0)"><path d="M0 0h36v18h-36z" fill="#00cd00" shape-rendering="crispEdges"/><g fill="#cd0000" color="#cd0000"><text x="0" y="14" textLength="36">ab c</text></g><g fill="#e5e5e5" color="#e5e5e5"><text x="54" y="14">d</text></g></g>
      </svg>
      "
    `);
  });

  it('has the same bytes for the same screen, however it was produced', async () => {
    const once = await svgOf('one \x1b[1;4mtwo\x1b[m ─┼ 漢\r\nthree', { cols: 20 });
    const again = await svgOf('\x1b[2;1Hthree\x1b[1;1Hxxx \x1b[1;4mtwo\x1b[m ─┼ 漢\x1b[1;1Hone', {
      cols: 20,
    });
    expect(again).toBe(once);
  });

  it.each([
    ['bold', '\x1b[1mx', 'font-weight="bold"'],
    ['italic', '\x1b[3mx', 'font-style="italic"'],
    ['faint: half way to the background', '\x1b[2mx', 'fill="#727272"'],
    ['reverse', '\x1b[7mx', 'fill="#e5e5e5" shape-rendering="crispEdges"/><g fill="#000000"'],
    ['the palette', '\x1b[38;5;208mx', 'fill="#ff8700"'],
    ['a colour of its own', '\x1b[38;2;1;2;3mx', 'fill="#010203"'],
    ['an underline', '\x1b[4mx', '<path d="M0 16h9v1h-9z" shape-rendering="crispEdges"/></g><text'],
    ['a double one', '\x1b[4:2mx', '<path d="M0 15h9v1h-9zM0 17h9v1h-9z"'],
    ['a curly one', '\x1b[4:3mx', 'fill="none" stroke="currentColor"'],
    ['a dotted one', '\x1b[4:4mx', 'M0 16h1v1h-1zM2 16h1v1h-1z'],
    ['a dashed one', '\x1b[4:5mx', '<path d="M0 16h5v1h-5z"'],
    ['a coloured one', '\x1b[4;58;2;1;2;3mx', '<g fill="#010203" color="#010203"><path'],
    ['a line through it', '\x1b[9mx', '<path d="M0 10h9v1h-9z"'],
    ['a line over it', '\x1b[53mx', '<path d="M0 0h9v1h-9z"'],
    ['what XML would read', '<&">', '>&lt;&amp;&quot;&gt;</text>'],
    ['what covers two columns', '漢', '<text x="9" y="14" text-anchor="middle"'],
    ['what is made of two characters', 'e\u0301', '>e\u0301</text>'],
    ['a box', '─', '<path d="M0 8h5v1h-5zM4 8h5v1h-5z" shape-rendering="crispEdges"/>'],
    ['a whole screen in reverse', '\x1b[?5hx', '<rect width="90" height="36" fill="#e5e5e5"/>'],
    ['a colour that the program changed', '\x1b]4;1;#123456\x07\x1b[31mx', 'fill="#123456"'],
    [
      'a background that the program changed',
      '\x1b]11;#123456\x07x',
      '<rect width="90" height="36" fill="#123456"/>',
    ],
  ])('shows %s', async (_, output, part) => {
    expect(await svgOf(output)).toContain(part);
  });

  it('omits invisible text', async () => {
    expect(await svgOf('\x1b[4;8;9mx')).toBe(await svgOf('\x1b[m '));
  });

  it('links only to web pages and mail addresses; other targets are text', async () => {
    const link = (uri: string) => svgOf(`\x1b]8;;${uri}\x1b\\x\x1b]8;;\x1b\\`);
    expect(await link('https://example.org/?a&b')).toContain('<a href="https://example.org/?a&amp;b">');
    expect(await link('mailto:a@example.org')).toContain('<a href="mailto:a@example.org">');
    for (const uri of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      ' https://example.org/',
    ]) {
      const svg = await link(uri);
      expect(svg).not.toContain('<a ');
      expect(svg).toContain(`<title>${uri}</title>`);
    }
  });
});

describe('an emoji of one column', () => {
  const heart = '\u2764\ufe0f';
  const alone = 'font-size="8.16">';
  const large = `<text x="9" y="14" text-anchor="middle" font-family="Noto Emoji, sans-serif">${heart}<`;

  it('reaches over a blank beside it', async () => {
    for (const output of [`${heart} x`, `\x1b[44m${heart} `, `${heart}\x1b[1;5H`])
      expect(await svgOf(output, { cursor: true }), output).toContain(large);
    expect(await svgOf('1\ufe0f\u20e3 x')).toContain(
      'x="9" y="14" text-anchor="middle" font-family="Noto Emoji',
    );
  });

  it.each([
    ['something is beside it', `${heart}x`],
    ['the blank has another ground', `\x1b[44m${heart}\x1b[m `],
    ['a line is under it', `\x1b[4m${heart} `],
    ['the cursor is on the blank', heart],
    ['the row ends with it', `\x1b[10G${heart}`],
  ])('stays in its column if %s', async (_, output) => {
    const svg = await svgOf(output, { cursor: output === heart });
    expect(svg).toContain(alone);
    expect(svg).not.toContain(large);
  });
});

describe('a cursor', () => {
  const at = (output: string) => svgOf(output, { cursor: true });

  it('is a block with the covered text in the colour of the background', async () => {
    expect(await at('ab\b')).toContain(
      '<path d="M9 0h9v18h-9z" fill="#e5e5e5" shape-rendering="crispEdges"/><g fill="#e5e5e5" color="#e5e5e5"><text x="0" y="14">a</text></g><g fill="#000000" color="#000000"><text x="9" y="14">b</text></g>',
    );
  });

  it.each([
    ['an underline', '\x1b[4 q', 'M0 16h9v2h-9z'],
    ['a bar', '\x1b[6 q', 'M0 0h2v18h-2z'],
  ])('is %s if the program sets that', async (_, output, path) => {
    expect(await at(`${output}\x1b[2;3H`)).toContain(
      `<g transform="translate(18 18)" fill="#e5e5e5"><path d="${path}"`,
    );
  });

  it('covers a wide character whole, also from its second column', async () => {
    expect(await at('漢\x1b[1;2H')).toContain('<path d="M0 0h18v18h-18z" fill="#e5e5e5"');
  });

  it('has the colour that the program gave it', async () => {
    expect(await at('\x1b]12;#00ff00\x07')).toContain('<path d="M0 0h9v18h-9z" fill="#00ff00"');
  });

  it('is not drawn if it is hidden or not requested', async () => {
    const without = await svgOf('ab');
    expect(await at('ab\x1b[?25l')).toBe(without);
    expect(await at('ab')).not.toBe(without);
  });
});

describe('a theme', () => {
  it('defines the colours, and the program can override them', async () => {
    const light = await svgOf('\x1b[31mx', { theme: 'light' });
    expect(light).toContain('<rect width="90" height="36" fill="#ffffff"/>');
    expect(light).toContain('fill="#c4232b"');
    const own = { base: 'light' as const, foreground: '#010101', colors: ['#020202', '#030303'] };
    const svg = await svgOf('x\x1b[31my\x1b]4;2;#040404\x07\x1b[32mz', { theme: own, cursor: true });
    for (const color of ['#ffffff', '#010101', '#030303', '#040404'])
      expect(svg).toContain(`fill="${color}"`);
    expect(svg).toContain('<path d="M27 0h9v18h-9z" fill="#010101"');
  });
});
