# Says goodbye and exits with a status that is no common default.
printf 'goodbye\n'
exit 7
