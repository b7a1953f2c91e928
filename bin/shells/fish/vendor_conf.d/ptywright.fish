# Shell integration: a fish that ptywright starts reads this file, because XDG_DATA_DIRS begins with the folder above. It
# gives XDG_DATA_DIRS its own value back, and makes fish before version 4 print OSC 133;C before a command and 133;D with
# the exit code after it. Later versions print these marks themselves.
if set -q PTYWRIGHT_XDG_DATA_DIRS
    set -gx XDG_DATA_DIRS $PTYWRIGHT_XDG_DATA_DIRS
    set -e PTYWRIGHT_XDG_DATA_DIRS
else
    set -e XDG_DATA_DIRS
end

if status is-interactive; and string match -qr '^[23]\.' -- $version
    function __ptywright_preexec --on-event fish_preexec
        printf '\e]133;C\a'
    end
    function __ptywright_postexec --on-event fish_postexec
        printf '\e]133;D;%s\a' $status
    end
end
