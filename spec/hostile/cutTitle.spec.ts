import { expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { aScreen } from '../terminal/aScreen.ts';

it.each(secretSamples)(
  'a title that is cut in the middle of a secret reveals none of it: $kind',
  ({ make }) => {
    const secret = make(7);
    const { screen, feed } = aScreen();
    for (let visible = 16; visible <= secret.length; visible++) {
      feed(`\x1b]2;${'x'.repeat(4095 - visible)} ${secret}\x07`);
      const { title } = takeSnapshot(screen, { redaction: createRedaction(defaultPolicy), cells: 'none' });
      expect(title).toContain('xxxx');
      expect(leaked(secret, title!)).toBeUndefined();
    }
  },
);
