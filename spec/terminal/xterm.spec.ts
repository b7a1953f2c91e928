import { describe, expect, it } from 'vitest';
import { openEmulator } from '#terminal/xterm.ts';
import manifest from '../../package.json' with { type: 'json' };

const open = () => openEmulator({ rows: 4, cols: 10 });

describe('the private parts of @xterm/headless', () => {
  it('belong to the pinned version', () => {
    expect(manifest.dependencies['@xterm/headless']).toBe('6.0.0');
  });

  it.each([
    'registerCsiHandler',
    'registerEscHandler',
    'registerOscHandler',
    'clearOscHandler',
    'registerDcsHandler',
    'clearDcsHandler',
    'setPrintHandler',
    'reset',
  ] as const)('parser.%s', (name) => {
    expect(open().parser[name]).toBeTypeOf('function');
  });

  it.each([
    'parse',
    'print',
    'insertLines',
    'deleteLines',
    '_eraseAttrData',
    '_extractColor',
    'setTitle',
    'setIconName',
    'windowOptions',
    'requestStatusString',
    'eraseInDisplay',
    'eraseInLine',
    'onRequestRefreshRows',
    'onRequestBell',
    'onRequestReset',
    'onTitleChange',
  ] as const)('inputHandler.%s', (name) => {
    expect(open().input[name]).toBeTypeOf('function');
  });

  it('find the handlers of a sequence by its final character and its prefix', () => {
    const { parser } = open();
    expect(parser._csiHandlers[0x6d]).toEqual([expect.any(Function)]);
    expect(parser._csiHandlers[(0x3f << 8) | 0x68]).toEqual([expect.any(Function)]);
  });

  it('contain the state that printing depends on', () => {
    const { input, parser, parse } = open();
    expect(input._charsetService.charset).toBeUndefined();
    expect(input._dirtyRowTracker.markDirty).toBeTypeOf('function');
    expect(input._dirtyRowTracker.markRangeDirty).toBeTypeOf('function');
    parse(new TextEncoder().encode('\x1b(0中'));
    expect(input._charsetService.charset).toBeTypeOf('object');
    expect(parser.precedingJoinState).toBeGreaterThan(0);
  });

  it('keep cells in three words, combined characters and extra attributes beside them', () => {
    const { core, parse } = open();
    parse(new TextEncoder().encode('\x1b[1;31;44;4:3mé中e\u0301'));
    const line = core.buffers.active.lines.get(0)!;
    expect(line._data).toBeInstanceOf(Uint32Array);
    expect(line._data.length).toBe(30);
    expect([...line._data.subarray(0, 3)]).toEqual([
      0x4000e9,
      0x8000000 + 0x10000000 + 0x1000001,
      0x10000000 + 0x1000004,
    ]);
    expect(line._data[3]! >> 22).toBe(2);
    expect(line._data[6]).toBe(0);
    expect(line._combined[3]).toBe('e\u0301');
    expect(line._extendedAttrs[0]).toMatchObject({ _ext: 3 << 26, urlId: 0 });
  });

  it('report the changed rows and the position of the buffer', () => {
    const { core, input, parse } = open();
    const touched: unknown[] = [];
    input.onRequestRefreshRows((rows) => touched.push(rows));
    parse(new TextEncoder().encode('a\r\nb'));
    expect(touched).toEqual([{ start: 0, end: 1 }]);
    parse(new TextEncoder().encode('\r\n'.repeat(9)));
    const { ybase, lines, x, y, scrollTop, scrollBottom } = core.buffers.active;
    expect({ ybase, x, y, scrollTop, scrollBottom }).toEqual({
      ybase: 0,
      x: 0,
      y: 3,
      scrollTop: 0,
      scrollBottom: 3,
    });
    expect(lines._startIndex).toBe(3);
  });

  it('have modes where they are read', () => {
    const { core } = open();
    expect(core.coreService.modes).toEqual({ insertMode: false });
    expect(core.coreService.decPrivateModes).toMatchObject({
      applicationCursorKeys: false,
      applicationKeypad: false,
      bracketedPasteMode: false,
      origin: false,
      sendFocus: false,
      synchronizedOutput: false,
      wraparound: true,
    });
    expect(core.coreMouseService.activeProtocol).toBe('NONE');
    expect(core.coreService.isCursorHidden).toBe(false);
  });

  it('leave the highest bit of a background free, and carry it along when cells move', () => {
    const { core, parse } = open();
    parse(new TextEncoder().encode('abc'));
    const line = core.buffers.active.lines.get(0)!;
    line._data[2]! |= 0x80000000;
    parse(new TextEncoder().encode('\x1b[1;1H\x1b[2@'));
    expect([2, 5, 8].map((at) => line._data[at]! >>> 31)).toEqual([0, 0, 1]);
    parse(new TextEncoder().encode('\x1b[1;3Hx'));
    expect(line._data[8]).toBe(0);
  });
});
