/** The permissions of a server or a plugin. A plugin's manifest can name the first seven. */
export const permissions = {
  'session.spawn': 'start programs',
  'session.kill': 'signal, kill and close sessions',
  'session.resize': 'resize terminals',
  'screen.read': 'read screens, scrollback and session information',
  'transcript.read': 'read transcripts and subscribe to output',
  'input.write': 'send input',
  'matcher.wait': 'wait for matchers',
  'raw.read': 'read without redaction',
  'raw.write': 'write raw transcripts, unredacted recordings and unredacted baselines to files',
  'file.write': 'write recordings to files',
} as const;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as readonly Permission[];
