# Writes nothing and waits for its terminal to go away.
read -r _
