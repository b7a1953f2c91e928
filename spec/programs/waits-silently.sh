# Prints nothing and waits until its terminal closes.
read -r _
