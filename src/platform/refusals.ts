/**
 * What a person reads when a program cannot be started or a file cannot be used: what is wrong, and what to do. The
 * reason beside it in the data is for programs.
 */
type Subject =
  | 'program'
  | 'interpreter'
  | 'cwd'
  | 'arguments'
  | 'file'
  | 'artifact'
  | 'source'
  | 'recording'
  | 'film';

interface Telling {
  readonly sentence: string;
  readonly next: string;
}

const telling = (sentence: string, next: string): Telling => ({ sentence, next });

const loop = telling(
  'goes in a circle of symbolic links',
  'Give the path of the file that it should lead to.',
);
const throughFile = telling('goes through something that is no directory', 'Correct the path.');
const full = telling('finds no room on its disk', 'Make room, or choose a file on another disk.');

type Tellings = Readonly<Record<string, Telling>>;

const file: Tellings = {
  EEXIST: telling(
    'exists already',
    'Give raw_transcript_append, or append for a recording, to append to it, or choose another file.',
  ),
  ENOENT: telling('is in a directory that does not exist', 'Make the directory (mkdir -p) first.'),
  ENOTDIR: throughFile,
  EACCES: telling('may not be written', 'Choose a file in a directory that the server may write to.'),
  EPERM: telling('may not be written', 'Choose a file in a directory that the server may write to.'),
  EROFS: telling('is on a disk that is read only', 'Choose a file on another disk.'),
  ENOSPC: full,
  EDQUOT: full,
  EINVAL: telling('is no path', 'Give one that is not empty and has no NUL.'),
  ENAMETOOLONG: telling('is too long for a path', 'Give a shorter path.'),
  symlink: telling('is a symbolic link, which is not followed', 'Give the path that it leads to.'),
  directory: telling('is a directory', 'Give the path of a file in it.'),
  EISDIR: telling('is a directory', 'Give the path of a file in it.'),
  fifo: telling('is a FIFO, which would block', 'Choose a regular file.'),
  socket: telling('is a socket', 'Choose a regular file.'),
  device: telling('is a device', 'Choose a regular file.'),
  not_a_file: telling('is no regular file', 'Choose another file.'),
  not_owner: telling('belongs to another user', "Choose a file of the server's own user."),
  hard_link: telling('has a second name, which may be another file than you mean', 'Choose another file.'),
  not_a_recording: telling('holds no recording of this format', 'Choose another file.'),
  unfinished_line: telling(
    'ends in the middle of a line, as a recording does whose server was killed',
    'Take that line out of it, or choose another file.',
  ),
  vanished: telling('has lost its name while it was written', 'Record again, into a file that stays.'),
  in_use: telling('is written by another recording', 'Stop that one, or choose another file.'),
};

const source: Tellings = {
  ENOENT: telling('does not exist', 'Correct the path.'),
  ENOTDIR: throughFile,
  EACCES: telling('may not be read', 'Run: chmod u+r on it, and check that its directories may be entered.'),
  ELOOP: loop,
  EINVAL: telling('is no path', 'Give one that is not empty and has no NUL.'),
  ENAMETOOLONG: telling('is too long for a path', 'Give a shorter path.'),
  symlink: telling('is a symbolic link, which is not followed', 'Give the path that it leads to.'),
  outside: telling(
    'is outside the folder of its plugin',
    'Move it there; a link that leads out is not followed.',
  ),
  directory: telling('is a directory', 'Give the path of a file in it.'),
  not_a_file: telling('is no regular file', 'Put a regular file there.'),
  too_large: telling('is larger than a plugin may be', 'See docs/reference/limits.md for the bounds.'),
  too_many: telling('is one more than a plugin may have', 'Join some of them.'),
  main_taken: telling(
    'stands beside the entrypoint, which is called main already',
    'Give it another name, or make it the entrypoint.',
  ),
  not_utf8: telling('is no UTF-8 text', 'Save it in UTF-8.'),
  changed: telling('was changed while it was read', 'Try again.'),
};

/** By what it is about, then by the reason. */
const tellings: Readonly<Record<Subject, Tellings>> = {
  program: {
    not_in_path: telling(
      'is the name of no program in PATH',
      "Check its spelling, install it, or give its path; env can set the program's PATH.",
    ),
    ENOENT: telling('does not exist', "Correct the path; a relative one starts at the program's cwd."),
    ENOTDIR: throughFile,
    directory: telling('is a directory', 'Give the path of a program in it.'),
    not_a_file: telling('is no regular file', 'Give the path of a program.'),
    EACCES: telling('may not be run', 'Check that it is a program, and that its directories may be entered.'),
    not_executable: telling('is not executable', 'Run: chmod +x on it.'),
    no_program: telling('is no program', 'Give the path of one.'),
    ELOOP: loop,
    ENOEXEC: telling(
      'is no program that this system can run',
      'Give one that was built for this system, or a script.',
    ),
    ENAMETOOLONG: telling('is too long for a path', 'Give a shorter path.'),
  },
  interpreter: {
    ENOENT: telling('does not exist', 'Install it, or correct the first line of the script.'),
    ENOTDIR: throughFile,
    directory: telling('is a directory', 'Correct the first line of the script.'),
    EACCES: telling('is not executable', 'Run: chmod +x on it, or correct the first line of the script.'),
    ELOOP: telling('is run by itself', 'Correct the first line of the script.'),
    ENOEXEC: telling('is no program that this system can run', 'Correct the first line of the script.'),
  },
  cwd: {
    ENOENT: telling('does not exist', 'Make it (mkdir -p), or give another cwd.'),
    ENOTDIR: telling('is no directory', 'Give the directory that it is in as cwd.'),
    EACCES: telling('may not be entered', 'Run: chmod +x on it and on those above it, or give another cwd.'),
    ELOOP: loop,
    ENAMETOOLONG: telling('is too long for a path', 'Give a shorter path.'),
  },
  arguments: {
    E2BIG: telling(
      'are larger than the system passes to a program',
      'Put what is long into a file, or type it.',
    ),
  },
  file,
  film: { ...file, EEXIST: telling('exists already', 'Choose another file.') },
  artifact: {
    ...file,
    outside: telling('is outside the artifact folder', 'Give a path below that folder.'),
    EFBIG: telling('is larger than a file of the artifact folder may be', 'Choose another file.'),
  },
  source,
  recording: {
    ...source,
    vanished: telling(
      'is gone; a file that has its name now is another one',
      'Record again, into a file that stays.',
    ),
    too_large: telling('is larger than a recording that is read whole may be', 'Choose another file.'),
  },
};

/** `why` where the reason of the system says too little: EACCES is a directory as well as a file without its x bit. */
export function tellRefusal(subject: Subject, named: string, reason: string, why = reason): string {
  const known = tellings[subject];
  const told = [why, reason].filter((one) => Object.hasOwn(known, one)).map((one) => known[one]!)[0];
  return told ? `${named} ${told.sentence} (${reason}). ${told.next}` : `${named} cannot be used: ${reason}.`;
}
