# Has nothing to do.
exit 0
