import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openRawFile } from '#platform/rawFile.ts';

const files = ['/proc/self/mem', '/proc/self/oom_score_adj', '/sys/power/state'];

it.each(files.filter(existsSync))(
  '%s is refused as an output file, although it claims to be a regular file',
  (path) => {
    expect(() => openRawFile(path, { append: true }, () => {})).toThrow(path);
  },
);
