/** Chooses the host of a new session by name, labels and load. */
import type { FleetHost } from '#core.ts';
import type { FaultData } from '#faults.ts';

/** As a client sent it; the host checks it. */
export interface PlaceRequest {
  readonly host?: unknown;
  readonly labels?: unknown;
}

const matches = ({ host, labels }: FleetHost, place: PlaceRequest): boolean =>
  (place.host === undefined || place.host === host) &&
  Object.entries((place.labels ?? {}) as object).every(([label, value]) => labels[label] === value);

const roomOf = ({ sessions, capacity }: FleetHost): number => Math.max(0, capacity - sessions);

/** The scarcest resource decides: places for sessions, memory, or processors. */
function loadOf({ sessions, capacity, cpu, memoryFree, memoryTotal }: FleetHost): number {
  const memory = memoryTotal > 0 ? 1 - memoryFree / memoryTotal : 0;
  return Math.max(sessions / capacity, memory, cpu);
}

/** Loads that differ by less count as equal, because reports are seconds old. Fewer sessions then decide. */
const loadStep = 0.1;

const compare = (one: FleetHost, other: FleetHost): number =>
  Number(roomOf(one) === 0) - Number(roomOf(other) === 0) ||
  Math.floor(loadOf(one) / loadStep) - Math.floor(loadOf(other) / loadStep) ||
  one.sessions / one.capacity - other.sessions / other.capacity;

/**
 * Returns the host with the least load that is what the request asks for and was not tried. A host that seems full comes
 * last: its report is seconds old, and it refuses by itself.
 */
export function choosePlace(
  hosts: readonly FleetHost[],
  place: PlaceRequest,
  tried: ReadonlySet<string>,
): string | undefined {
  const [best] = hosts
    .filter((one) => one.reachable && !tried.has(one.host) && matches(one, place))
    .sort(compare);
  return best?.host;
}

/** How many hosts a refusal lists. */
const listed = 32;

/** What a client learns when no host can take its session. */
export function listFree(hosts: readonly FleetHost[], place: PlaceRequest): FaultData<'NoHost'> {
  const reachable = hosts.filter((one) => one.reachable);
  const free = reachable
    .map((one) => ({ host: one.host, free: roomOf(one), labels: { ...one.labels } }))
    .sort((one, other) => other.free - one.free);
  return {
    reason: reachable.some((one) => matches(one, place)) ? 'full' : 'no_match',
    hosts: free.slice(0, listed),
  };
}
