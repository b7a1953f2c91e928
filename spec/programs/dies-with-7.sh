# Says goodbye and ends with a status that is nobody's default.
printf 'goodbye\n'
exit 7
