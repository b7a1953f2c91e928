/** Recordings that this server does not make, and why. */
import { unsupported } from '../unsupported.ts';

const later = 'this server does not record yet';
const film = 'there is no window here whose pixels could be filmed';

export const unsupportedRecordings = [
  unsupported('Recording.startSession', later),
  unsupported('Recording.stopSession', later),
  unsupported('Recording.startActions', later),
  unsupported('Recording.stopActions', later),
  unsupported('Recording.startVideo', film),
  unsupported('Recording.stopVideo', film),
] as const;
