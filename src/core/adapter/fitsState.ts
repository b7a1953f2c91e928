/** Whether what a plugin gave is small enough for a state: a larger one would hold up everybody while it is redacted. */
import { limits } from '../limits.ts';

interface Room {
  values: number;
  chars: number;
}

export function fitsState(value: unknown): boolean {
  const room: Room = { values: limits.stateValues, chars: limits.stateTextChars };
  return takes(value, room);
}

function takes(value: unknown, room: Room): boolean {
  if (typeof value === 'string') return takesText(value, room);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every((item) => takes(item, room));
  return Object.entries(value).every(([name, item]) => takesText(name, room) && takes(item, room));
}

function takesText(text: string, room: Room): boolean {
  room.values -= 1;
  room.chars -= text.length;
  return room.values >= 0 && room.chars >= 0;
}
