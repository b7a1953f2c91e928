import { describe, expect, it } from 'vitest';
import { formatLastSeen, LastSeenPosition, lastSeenBytes } from '#platform/lua/lastSeenPosition.ts';

const modules = ['main', 'lib/menu'];
const chunks = [{ name: 'main' }, { name: 'menu' }];

/** A state whose caller is at the second instruction of a chunk, on the given line. */
const stateIn = (chunk: object, line: number) => {
  const code = { value: { p: { lineinfo: [1, line], source: chunk } } };
  return { ci: { previous: { l_savedpc: 2, func: code } }, top: 1, stack: [code] } as never;
};

function watched() {
  const memory = new SharedArrayBuffer(lastSeenBytes);
  const position = new LastSeenPosition(memory);
  for (const [module, chunk] of chunks.entries()) position.addModule(stateIn(chunk, 1), module);
  return { position, seen: () => formatLastSeen(memory, modules) };
}

describe('the last position of a script', () => {
  it('is the line that called a slow function, before the function runs', () => {
    const { position, seen } = watched();
    const during: string[] = [];
    const slow = position.trackCalls(() => during.push(seen()));
    slow(stateIn(chunks[0]!, 12));
    slow(stateIn(chunks[1]!, 7));
    expect(during).toEqual(['main.lua:12: ', 'lib/menu.lua:7: ']);
  });

  it('returns what the function returns', () => {
    expect(watched().position.trackCalls(() => 3)(stateIn(chunks[0]!, 1))).toBe(3);
  });

  it('is unknown before the first call, after it is cleared, and in other code', () => {
    const { position, seen } = watched();
    expect(seen()).toBe('');
    const slow = position.trackCalls(() => 0);
    slow(stateIn({ name: 'loaded' }, 5));
    expect(seen()).toBe('');
    slow(stateIn(chunks[0]!, 12));
    position.clear();
    expect(seen()).toBe('');
  });
});
