// Prints that it has begun, then swaps two folders until it is killed.
import { renameSync, writeSync } from 'node:fs';

const [one, other, spare] = process.argv.slice(2);
writeSync(1, 'begun\n');
for (;;) {
  renameSync(one, spare);
  renameSync(other, one);
  renameSync(spare, other);
}
