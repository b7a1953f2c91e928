// Says that it has begun, then lets two folders change places for as long as it lives.
import { renameSync, writeSync } from 'node:fs';

const [one, other, spare] = process.argv.slice(2);
writeSync(1, 'begun\n');
for (;;) {
  renameSync(one, spare);
  renameSync(other, one);
  renameSync(spare, other);
}
