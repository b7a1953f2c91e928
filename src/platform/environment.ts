/** The environment for a program on a new terminal. Loads nothing, because short commands need it. */

/** Variables that describe another terminal or multiplexer. They are wrong for a program on this terminal. */
const terminalVariables = new Set(
  `TERM COLORTERM COLORFGBG TERMCAP COLUMNS LINES WINDOWID GPG_TTY
  TERM_PROGRAM TERM_PROGRAM_VERSION TERM_SESSION_ID TERM_FEATURES TERMINAL_EMULATOR LC_TERMINAL LC_TERMINAL_VERSION
  TMUX TMUX_PANE STY WINDOW VTE_VERSION XTERM_VERSION XTERM_LOCALE XTERM_SHELL WT_SESSION WT_PROFILE_ID
  ITERM_SESSION_ID ITERM_PROFILE TILIX_ID TERMINATOR_UUID VSCODE_INJECTION VSCODE_NONCE INSIDE_EMACS VIM_TERMINAL NVIM
  TERMINFO DOMTERM MLTERM TERMINOLOGY RIO_CONFIG`.split(/\s+/),
);
const terminalPrefix =
  /^(?:ALACRITTY|GHOSTTY|GNOME_TERMINAL|KITTY|KONSOLE|TERMINATOR_DBUS|WARP|WEZTERM|ZELLIJ)(?:_|$)/;

/** The environment without variables of other terminals. */
export const inheritableEnv = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !terminalVariables.has(entry[0]) && !terminalPrefix.test(entry[0]),
    ),
  );

/** Leaves out shell functions, which shells export under names that are no identifiers; the server refuses them. */
export const inheritableVariables = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(inheritableEnv(environment)).filter(([name]) => /^[A-Za-z_]\w*$/.test(name)),
  );
