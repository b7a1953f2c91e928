# Prints one word without a line feed, then waits for its terminal to go away.
printf ready
read -r _
