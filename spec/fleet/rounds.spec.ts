/**
 * Rounds of chaos over a fleet of real processes: one of each kind in a normal run, 200 in a soak. The seed chooses what
 * happens. `PTYWRIGHT_SOAK=0.1 npm run soak -- spec/fleet/rounds.spec.ts` plays 20 rounds.
 */
import { describe, it } from 'vitest';
import { randomFrom, shuffled } from '../bench/statistics.ts';
import { seedOr, times } from '../soak/scale.ts';
import { ChaosFleet } from './chaosFleet.ts';
import { chooseKind, kinds, playRound } from './chaosRounds.ts';
import { natsServer } from './nats.ts';

const seed = seedOr(19);
const random = randomFrom(seed);
const count = times(0, 200);
const rounds =
  count === 0
    ? shuffled(
        kinds.filter(({ soakOnly }) => !soakOnly),
        random,
      )
    : Array.from({ length: count }, () => chooseKind(random));

describe.skipIf(!natsServer)('a fleet on a cluster of brokers (needs nats-server)', () => {
  it(
    `loses nothing and leaks nothing in ${rounds.length} rounds of seed ${seed}`,
    async () => {
      const fleet = await ChaosFleet.start();
      try {
        for (const [at, kind] of rounds.entries()) {
          const line = await playRound(fleet, at + 1, kind, random);
          if (count > 0) process.stdout.write(`${line}\n`);
        }
      } finally {
        await fleet.close();
      }
    },
    count > 0 ? undefined : 240_000,
  );
});
