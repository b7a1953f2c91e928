import { describe, expect, it } from 'vitest';
import { callSiteFile, callSiteOf, TerminalError } from '#testing/failure.ts';

const called = (withSource?: boolean) => callSiteOf(called, withSource);

describe('the line of a test', () => {
  it('is the one that called the library, with its source', () => {
    const { at, stack } = called();
    expect(at).toEqual({
      file: 'spec/testing/failure.spec.ts',
      line: expect.any(Number),
      source: 'const { at, stack } = called();',
    });
    expect(stack.split('\n')[0]).toContain(`failure.spec.ts:${at!.line}:`);
    expect(stack).not.toContain('node_modules');
  });

  it('has no source where it may contain a secret', () => {
    expect(called(false).at).not.toHaveProperty('source');
  });

  it('is in the file of the test', () => {
    expect(callSiteFile()).toMatch(/spec\/testing\/failure\.spec\.ts$/);
  });
});

describe('a failure', () => {
  const site = { stack: '    at a test', at: { file: 'a.test.ts', line: 7, source: 'await x;' } };
  const report = { call: 'expect(terminal).toShow("reedy")', elapsedMs: 12.6, site, reason: 'not shown' };

  it('has the call, the time, the line and the reason', () => {
    const { message, stack, name } = new TerminalError(report);
    expect(message.split('\n')).toEqual([
      'expect(terminal).toShow("reedy") failed after 13 ms: not shown',
      'at a.test.ts:7: await x;',
    ]);
    expect(stack).toBe(`${name}: ${message}\n    at a test`);
  });

  it('shows the nearest text, the screen and the place of the trace', () => {
    const { message } = new TerminalError({
      ...report,
      text: 'reedy',
      screen: 'starting\nready',
      trace: 'traces/one',
    });
    expect(message).toContain('nearest text: "ready" in row 1');
    expect(message).toMatch(/starting/);
    expect(message.split('\n').at(-1)).toBe('trace: traces/one');
  });
});
