# Prints what a shell prints at the end of a command, including the prompt, and runs until it gets a line.
printf '\033]133;D;0;aid=0123456789abcdef.2\007\033]133;A;aid=0123456789abcdef.2\007\033]133;B\007'
printf '\033]133;D;0\007\033]133;A\007user@host:~$ \033]133;B\007'
read -r told
echo "told $told"
