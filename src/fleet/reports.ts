/** What hosts write into the bucket of the fleet, and answer to a ping. */
import type { FleetHost } from '#core.ts';
import { z } from '#platform/schema.ts';

export const HostReport = z.object({
  host: z.string(),
  /** Changes at each start. Part of the subjects of links. */
  instance: z.string().regex(/^[\w-]{1,64}$/),
  version: z.string(),
  labels: z.record(z.string(), z.string()),
  sessions: z.int(),
  capacity: z.int(),
  cpu: z.number(),
  memoryFree: z.number(),
  memoryTotal: z.number(),
  /** The number of the newest session, so that a restarted host does not use an id twice. */
  lastId: z.int(),
  /** The permissions that the host does not grant. */
  denied: z.array(z.string()).default([]),
  redactionEnforced: z.boolean().default(false),
});
export type HostReport = z.infer<typeof HostReport>;

export const SessionRecord = z.object({
  session: z.string(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  adapter: z.string().optional(),
  /** The host was restarted since. */
  lost: z.literal(true).optional(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const NameRecord = z.object({ host: z.string() });

export const toFleetHost = (
  { instance: _, lastId: _last, ...report }: HostReport,
  reachable: boolean,
): FleetHost => ({ ...report, reachable });
