# Exits at once.
exit 0
