# Prints one word without a line feed, then waits until its terminal closes.
printf ready
read -r _
