# Turns on every mode of a terminal and never turns it off: it kills itself, or waits to be killed.
printf 'before\033[?1049h\033[?25l\033[?1;5;1003;1006;1004;2004;2031h\033=\033[>1u\033[>4;2m\033[5;10r\033[?7l\033[4h\033[31mall on'
[ "$1" = waits ] || kill -KILL $$
cat
