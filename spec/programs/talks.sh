# An agent in plain lines: thinks aloud, asks before it looks something up, and answers. "leave" ends it.
while printf 'you> ' && IFS= read -r words; do
  case $words in leave) exit 3 ;; esac
  printf '~ They said %s.\n* Look(%s)\nAllow? ' "$words" "$words"
  read -r allowed
  case $allowed in
    y) printf '* ended\n= You said %s,\n= and I have looked.\n. \n' "$words" ;;
    *) printf '* refused\n. interrupted\n' ;;
  esac
done
