/**
 * Error messages for programs that cannot be started and files that cannot be used: the problem and the next step. The
 * reason code is kept beside the message for programs. Also names systems on which native code would crash.
 */
import { readFileSync } from 'node:fs';

export type ErrorSubject =
  | 'program'
  | 'interpreter'
  | 'cwd'
  | 'arguments'
  | 'file'
  | 'artifact'
  | 'source'
  | 'recording'
  | 'film'
  | 'directory';

type Explanation = readonly [sentence: string, nextStep: string];

const linkLoop: Explanation = [
  'is in a loop of symbolic links',
  'Give the path of the file that it should lead to.',
];
const notADirectory: Explanation = ['has a parent that is not a directory', 'Correct the path.'];
const diskFull: Explanation = ['is on a full disk', 'Free some space, or choose a file on another disk.'];

type Explanations = Readonly<Record<string, Explanation>>;

const fileExplanations: Explanations = {
  EEXIST: [
    'exists already',
    'To append to it, give raw_transcript_append, or append for a recording. Otherwise choose another file.',
  ],
  ENOENT: ['is in a directory that does not exist', 'Create the directory (mkdir -p) first.'],
  ENOTDIR: notADirectory,
  EACCES: ['may not be written', 'Choose a file in a directory that may be written.'],
  EPERM: ['may not be written', 'Choose a file in a directory that may be written.'],
  EROFS: ['is on a read-only disk', 'Choose a file on another disk.'],
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EINVAL: ['is not a valid path', 'Give a path that is not empty and contains no NUL.'],
  ENAMETOOLONG: ['is too long for a path', 'Give a shorter path.'],
  symlink: ['is a symbolic link, which is not followed', 'Give the path that it leads to.'],
  directory: ['is a directory', 'Give the path of a file in it.'],
  EISDIR: ['is a directory', 'Give the path of a file in it.'],
  fifo: ['is a FIFO, which would block', 'Choose a regular file.'],
  socket: ['is a socket', 'Choose a regular file.'],
  device: ['is a device', 'Choose a regular file.'],
  not_a_file: ['is not a regular file', 'Choose another file.'],
  not_owner: ['belongs to another user', "Choose a file of the server's own user."],
  hard_link: ['has a second hard link, so it may be a different file than intended', 'Choose another file.'],
  not_a_recording: ['is not a recording of this format', 'Choose another file.'],
  unfinished_line: [
    'ends in the middle of a line, as it does when the server of a recording is killed',
    'Remove that line, or choose another file.',
  ],
  vanished: ['was deleted or renamed while it was written', 'Record again, to a file that is not moved.'],
  in_use: ['is being written by another recording', 'Stop that recording, or choose another file.'],
};

const sourceExplanations: Explanations = {
  ENOENT: ['does not exist', 'Correct the path.'],
  ENOTDIR: notADirectory,
  EACCES: ['may not be read', 'Run: chmod u+r on it, and check the permissions of its directories.'],
  ELOOP: linkLoop,
  EINVAL: ['is not a valid path', 'Give a path that is not empty and contains no NUL.'],
  ENAMETOOLONG: ['is too long for a path', 'Give a shorter path.'],
  symlink: ['is a symbolic link, which is not followed', 'Give the path that it leads to.'],
  outside: [
    'is outside the folder of its plugin',
    'Move it into that folder. Links that lead out of the folder are not followed.',
  ],
  directory: ['is a directory', 'Give the path of a file in it.'],
  not_a_file: ['is not a regular file', 'Put a regular file there.'],
  too_large: ['exceeds the size limit of plugins', 'See docs/reference/limits.md for the limits.'],
  too_many: ['is one more file than a plugin may have', 'Combine some of the files.'],
  main_taken: [
    'has the name main, which is reserved for the entrypoint',
    'Rename it, or make it the entrypoint.',
  ],
  not_utf8: ['is not UTF-8 text', 'Save it in UTF-8.'],
  changed: ['was changed while it was read', 'Try again.'],
};

const explanations: Readonly<Record<ErrorSubject, Explanations>> = {
  program: {
    not_in_path: [
      'was not found in PATH',
      "Check the spelling, install the program, or give its path; env can set the program's PATH.",
    ],
    ENOENT: ['does not exist', "Correct the path; a relative path starts at the program's cwd."],
    ENOTDIR: notADirectory,
    directory: ['is a directory', 'Give the path of a program in it.'],
    not_a_file: ['is not a regular file', 'Give the path of a program.'],
    EACCES: ['may not be run', 'Check that it is a program, and check the permissions of its directories.'],
    not_executable: ['is not executable', 'Run: chmod +x on it.'],
    no_shebang: [
      'is a text file that is not executable and has no shebang line',
      'If it is a script, add a first line such as #!/bin/sh and run: chmod +x on it.',
    ],
    no_program: ['is not a program', 'Give the path of a program.'],
    ELOOP: linkLoop,
    ENOEXEC: [
      'is not a program that this system can run',
      'Give a program that was built for this system, or a script.',
    ],
    ENAMETOOLONG: ['is too long for a path', 'Give a shorter path.'],
  },
  interpreter: {
    ENOENT: ['does not exist', 'Install it, or correct the first line of the script.'],
    ENOTDIR: notADirectory,
    directory: ['is a directory', 'Correct the first line of the script.'],
    EACCES: ['is not executable', 'Run: chmod +x on it, or correct the first line of the script.'],
    ELOOP: ['has too many levels of interpreters', 'Correct the first line of the script.'],
    ENOEXEC: ['is not a program that this system can run', 'Correct the first line of the script.'],
  },
  cwd: {
    ENOENT: ['does not exist', 'Create it (mkdir -p), or give another cwd.'],
    ENOTDIR: ['is not a directory', 'Give a directory as cwd.'],
    EACCES: ['cannot be entered', 'Run: chmod +x on it and on its parent directories, or give another cwd.'],
    ELOOP: linkLoop,
    ENAMETOOLONG: ['is too long for a path', 'Give a shorter path.'],
  },
  arguments: {
    E2BIG: ['are larger than the system allows', 'Write long data to a file, or type it into the program.'],
  },
  file: fileExplanations,
  film: { ...fileExplanations, EEXIST: ['exists already', 'Choose another file.'] },
  directory: { ...fileExplanations, EEXIST: ['is not a directory', 'Choose another one.'] },
  artifact: {
    ...fileExplanations,
    outside: ['is outside the artifact folder', 'Give a path below that folder.'],
    EFBIG: ['exceeds the size limit of files in the artifact folder', 'Choose another file.'],
  },
  source: sourceExplanations,
  recording: {
    ...sourceExplanations,
    vanished: [
      'no longer exists; another file has its name now',
      'Record again, to a file that is not moved.',
    ],
    too_large: ['exceeds the size limit of a recording that is read at once', 'Choose another file.'],
  },
};

/** `why` is a more precise key than the system error: EACCES can mean a directory or a file without its x bit. */
export function formatSystemError(
  subject: ErrorSubject,
  named: string,
  reason: string,
  why = reason,
): string {
  const known = explanations[subject];
  const key = [why, reason].find((one) => Object.hasOwn(known, one));
  if (key === undefined) return `${named} cannot be used: ${reason}.`;
  const [sentence, nextStep] = known[key]!;
  return `${named} ${sentence} (${reason}). ${nextStep}`;
}

/** Returns why terminals cannot be opened on this system, or undefined. `mapped` is the content of /proc/self/maps. */
export function unsupportedSystem(mapped = readMapped()): string | undefined {
  return /\/ld-musl-/.test(mapped)
    ? 'Node runs on musl (as on Alpine Linux), where opening a terminal crashes it: use a Linux with glibc, such as Debian or the image node:22-bookworm-slim'
    : undefined;
}

/** Only Linux has musl. */
function readMapped(): string {
  try {
    return process.platform === 'linux' ? readFileSync('/proc/self/maps', 'latin1') : '';
  } catch {
    return '';
  }
}
