/** What a server or a plugin may be allowed to do. The first seven are those that a plugin's manifest can name. */
export const permissions = {
  'session.spawn': 'start programs',
  'session.kill': 'signal, kill and close sessions',
  'session.resize': 'change the size of a terminal',
  'screen.read': 'read screens, scrollback and what a session is',
  'transcript.read': 'read transcripts and follow output',
  'input.write': 'send input',
  'matcher.wait': 'wait for matchers',
  'raw.read': 'read without redaction',
  'raw.write': 'write raw transcripts, and unredacted recordings and baselines, to files',
  'file.write': 'write recordings to files',
} as const;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as readonly Permission[];
