/** What a folder is that has no main file to say it. */
export const folderSentences: Readonly<Record<string, string>> = {
  'src/cli/adapter': '`ptywright adapter`: what a plugin makes of a screen, and pictures taken by hand',
  'src/cli/recording': '`ptywright record`, `replay` and `convert`',
  'src/cli/plugin': '`ptywright plugin`: begins, checks and tests plugins',
  'src/core': 'What is done to terminals, without a word of who asked or how',
  'src/core/input/keys':
    'Names of keys, and the bytes that a terminal sends for them in each keyboard protocol',
  'src/core/input/mouse': 'Gestures of the mouse, and their bytes in each mouse protocol',
  'src/core/input/paste': 'Takes out of pasted text what could end the paste',
  'src/core/plugin/host/screen': 'What a plugin can read off the screen that it was shown',
  'src/core/recording':
    'A session on its way into a file, and recordings that are read: casts, calls, frames',
  'src/core/redact':
    'Finds secrets in text, in output as it comes, in JSON and on rows of a screen, and hides them',
  'src/core/render': 'A screen in forms that others can show',
  'src/core/render/drawn':
    'Characters that pictures draw to the edges of their cells: boxes, blocks, dots, separators',
  'src/core/baseline': 'Screens that were kept, in a folder of artifacts, and how two of them differ',
  'src/core/screen/replies': 'What a terminal answers when the program asks it something',
  'src/dialects': 'What may be said to a server: a folder for each dialect, and none knows another',
  'src/dialects/ptywright/adapter': 'Methods of the group `adapter`, one a file',
  'src/dialects/ptywright/events': 'Notifications, one a file',
  'src/dialects/ptywright/lifecycle': 'Methods of beginning and end, as language servers have them',
  'src/dialects/ptywright/plugin': 'Methods of the group `plugin`, one a file',
  'src/dialects/ptywright/recording': 'Methods of the group `recording`, one a file',
  'src/dialects/ptywright/rpc': 'Methods of the group `rpc`, one a file',
  'src/dialects/ptywright/server': 'Methods of the group `server`, one a file',
  'src/dialects/ptywright/session': 'Methods of the group `session`, one a file',
  'src/dialects/termwright/connection': 'Methods of beginning and end, one a file',
  'src/dialects/termwright/input': 'Methods that type and press, one a file',
  'src/dialects/termwright/mouse': 'Methods of the mouse, one a file',
  'src/dialects/termwright/shipped':
    'Methods that answer as the shipped server did, where that is not what the document says',
  'src/dialects/termwright/wait': 'Methods that wait, one a file',
  'src/dialects/tuispec/expect': 'Methods that assert, one a file',
  'src/dialects/tuispec/input': 'Methods that type and press, one a file',
  'src/dialects/tuispec/lifecycle': 'Methods of the beginning, one a file',
  'src/dialects/tuispec/server': 'Methods of the server itself, one a file',
  'src/dialects/tuispec/view': 'Methods that read, keep and compare the screen, one a file',
  'src/dialects/tuispec/wait': 'Methods that wait, one a file',
  'src/platform': 'One door to each foreign thing: packages, files, signals, sockets, the clock',
  'src/platform/lua':
    'The door to Lua: a script in a sandbox, its values, and the watch over its time and memory',
  'src/platform/picture':
    'The door to fonts and to the rasterizer: from shapes and colours to pixels and PNG',
  'src/rpc': 'From messages to calls: methods, permissions and dialects as such, without knowing any',
  'src/wire': 'From bytes to messages and back, with a bound on everything',
};
