# An agent in plain lines: thinks aloud, asks before it looks something up, and answers. "leave" ends it,
# and "later" waits for a line in the pipe `gate`.
while printf 'you> ' && IFS= read -r words; do
  case $words in leave) exit 3 ;; esac
  printf '~ They said %s.\n' "$words"
  case $words in later) read -r _ <gate ;; esac
  printf '* Look(%s)\nAllow? ' "$words"
  read -r allowed
  case $allowed in
    y) printf '* ended\n= You said %s,\n= and I have looked.\n. \n' "$words" ;;
    *) printf '* refused\n. interrupted\n' ;;
  esac
done
