# System programs that specs drive, each with its Debian package. Sourced by spec/run.sh.

programs='
tmux      tmux
vim       vim
less      less
htop      htop
fzf       fzf
whiptail  whiptail
bash      bash
zsh       zsh
fish      fish
dash      dash
busybox   busybox
man       man-db
more      util-linux
sqlite3   sqlite3
python3   python3
socat     socat
infocmp   ncurses-bin
ps        procps
mkfifo    coreutils
chromium  chromium
ffmpeg    ffmpeg
'

lacking() {
  echo "$programs" | while read -r program package; do
    [ -n "$program" ] && ! command -v "$program" >/dev/null 2>&1 && echo "$program $package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true >/dev/null 2>&1; }
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive timeout 240 apt-get -qq \
    -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@" </dev/null >/dev/null 2>&1
}

# Never fails: a spec whose program is missing says so and is skipped.
install_programs() {
  local missing
  missing=$(lacking)
  [ -z "$missing" ] && return
  if can_install; then
    echo "installing $(echo "$missing" | cut -d' ' -f1 | paste -sd' ' -)"
    apt update
    # Installs them one by one if they cannot be installed together, because one missing package must not block the
    # others.
    # shellcheck disable=SC2046
    apt install -y --no-install-recommends $(echo "$missing" | cut -d' ' -f2) ||
      echo "$missing" | cut -d' ' -f2 | while read -r package; do apt install -y --no-install-recommends "$package"; done
  fi
  missing=$(lacking)
  [ -z "$missing" ] || echo "not installed, so what drives them is skipped: $(echo "$missing" | cut -d' ' -f1 | paste -sd' ' -)"
}
