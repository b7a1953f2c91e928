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
nats-server nats-server
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

names_in() { echo "$1" | cut -d' ' -f"$2" | paste -sd' ' -; }

# Names the missing programs, and installs them unless the argument is "no". Never fails: a spec whose program is missing
# names it and is skipped.
report_programs() {
  local missing packages
  missing=$(lacking)
  [ -z "$missing" ] && return
  echo "== missing programs: $(names_in "$missing" 1)"
  packages=$(names_in "$missing" 2)
  if [ "$1" = no ]; then
    echo '   --no-install: specs that need them are skipped'
  elif ! can_install; then
    echo '   cannot run apt-get as root: specs that need them are skipped'
  else
    echo "   installing with apt-get: $packages (npm test -- --no-install skips this)"
    install_packages "$packages"
    missing=$(lacking)
    [ -z "$missing" ] || echo "   not installed, so specs that need them are skipped: $(names_in "$missing" 1)"
  fi
}

# Installs packages one by one if they cannot be installed together, because one missing package must not block the
# others.
install_packages() {
  local package
  apt update
  # shellcheck disable=SC2086
  apt install -y --no-install-recommends $1 ||
    for package in $1; do apt install -y --no-install-recommends "$package"; done
}
