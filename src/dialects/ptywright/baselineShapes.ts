/** What methods of baselines share. */
import { z } from '../../platform/schema.ts';

export const BaselineName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'letters in small, digits, and . _ - between them')
  .describe('Letters in small, digits, and `.` `_` `-` between them; it is a part of the path of a file.');
