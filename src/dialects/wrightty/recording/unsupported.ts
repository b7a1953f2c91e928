/** Recordings that this server does not make, and why. */
import { unsupported } from '../unsupported.ts';

const film = 'there is no window here whose pixels could be filmed';

export const unsupportedRecordings = [
  unsupported('Recording.startVideo', film),
  unsupported('Recording.stopVideo', film),
] as const;
