# Shell integration: a zsh that ptywright starts reads this file first, because ZDOTDIR is this folder. It makes zsh print
# OSC 133;C before a command and 133;D with the exit code after it. Then it gives ZDOTDIR its own value back, so that zsh
# reads the files of the user.
if [[ -v PTYWRIGHT_ZDOTDIR ]]; then
  export ZDOTDIR=$PTYWRIGHT_ZDOTDIR
  unset PTYWRIGHT_ZDOTDIR
else
  unset ZDOTDIR
fi

if [[ -o interactive ]]; then
  __ptywright_preexec() {
    typeset -g __ptywright_runs=1
    builtin printf '\e]133;C\a'
  }
  __ptywright_precmd() {
    local code=$?
    [[ -n ${__ptywright_runs-} ]] && builtin printf '\e]133;D;%s\a' $code
    typeset -g __ptywright_runs=
  }
  typeset -ga preexec_functions precmd_functions
  preexec_functions+=(__ptywright_preexec)
  precmd_functions+=(__ptywright_precmd)
fi

if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then
  source "${ZDOTDIR:-$HOME}/.zshenv"
fi
