-- The kinds of shells, and the text that makes each of them mark its prompts and commands (OSC 133). Every mark carries
-- `aid=<nonce>.<number>`. The nonce is made for this session and typed without echo. So the output of a command cannot
-- forge a mark. The number counts prompts. The variables that hold it are removed from the environment of commands.

local kinds = {}

-- Asks the shell for its kind, then reads one more line without echo. The same text works in sh, bash, zsh and fish.
-- The leading blank keeps it out of histories that skip such lines. The last word keeps the line out of `$_`, which
-- some shells pass to commands.
kinds.question = table.concat {
  [[ eval "$(stty -echo; ]],
  [[printf '\033]633;P;shell=%s/%s/%s\007' "$BASH_VERSION" "$ZSH_VERSION" "$FISH_VERSION" >/dev/tty; ]],
  [[head -n1; stty echo)"; :]],
}
-- The beginning of the answer as it is on the wire. The typed text has it escaped.
kinds.answered = "\27]633;P;shell="

-- Returns the kind in the last answer of a transcript.
function kinds.of_answer(transcript)
  local kind = "sh"
  for bash, zsh, fish in transcript:gmatch("\27%]633;P;shell=([^/\7]*)/([^/\7]*)/([^/\7]*)\7") do
    kind = fish ~= "" and "fish" or zsh ~= "" and "zsh" or bash ~= "" and "bash" or "sh"
  end
  return kind
end

-- `NONCE` is a placeholder for the nonce.
local texts = {}

-- Other functions may print something before each prompt and set PS1 again. So the command ends before they run, and
-- each time the mark at the end of PS1 is set after them.
texts.bash = [[
__pw_n=0;
__pw_done() {
  local ended=$?;
  __pw_n=$((__pw_n+1));
  printf '\033]133;D;%s;aid=NONCE.%s\007' "$ended" "$__pw_n";
  return $ended;
};
__pw_prompt() {
  printf '\033]133;A;aid=NONCE.%s\007' "$__pw_n";
  PS1=${PS1%'\[\033]133;B;'*}'\[\033]133;B;aid=NONCE.'$__pw_n'\007\]';
  PS2='\[\033]133;A;k=s;aid=NONCE.'$__pw_n'\007\]'${PS2##*';k=s;aid=NONCE'*'\007\]'};
  PS0='\033]133;C;aid=NONCE.'$__pw_n'\007'${__pw_ps0-};
  export -n PS0 PS1 PS2;
};
__pw_ps0=${PS0-};
if ((BASH_VERSINFO[0]*100+BASH_VERSINFO[1]>=501)); then
  PROMPT_COMMAND=(__pw_done ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"} __pw_prompt);
else
  PROMPT_COMMAND=$'__pw_done\n'${PROMPT_COMMAND-}$'\n__pw_prompt';
fi;
export -n PROMPT_COMMAND]]

texts.zsh = [[
typeset -g +x -i __pw_n=0;
__pw_done() {
  local ended=$?;
  __pw_n+=1;
  printf '\033]133;D;%s;aid=NONCE.%s\007' $ended $__pw_n;
  return $ended;
};
__pw_prompt() {
  printf '\033]133;A;aid=NONCE.%s\007' $__pw_n;
  PS1=${PS1%$'%{\e]133;B;'*}$'%{\e]133;B;aid=NONCE.'$__pw_n$'\a%}';
  PS2=$'%{\e]133;A;k=s;aid=NONCE.'$__pw_n$'\a%}'${PS2##*$';k=s;aid=NONCE'*$'\a%}'};
};
__pw_run() { printf '\033]133;C;aid=NONCE.%s\007' $__pw_n };
precmd_functions=(__pw_done $precmd_functions __pw_prompt);
preexec_functions+=(__pw_run);
typeset -g +x PS1 PS2]]

texts.fish = [[
set -g __pw_n 0;
function __pw_done --on-event fish_postexec;
  printf '\e]133;D;%s;aid=NONCE.%s\a' $status (math $__pw_n + 1);
end;
function __pw_run --on-event fish_preexec; printf '\e]133;C;aid=NONCE.%s\a' $__pw_n; end;
function __pw_start --on-event fish_prompt;
  set -g __pw_n (math $__pw_n + 1);
  printf '\e]133;A;aid=NONCE.%s\a' $__pw_n;
end;
functions -c fish_prompt __pw_look;
function fish_prompt; __pw_look; printf '\e]133;B;aid=NONCE.%s\a' $__pw_n; end]]

-- These shells call no function before a prompt or a command. So the prompt counts itself, and a command to be marked
-- is passed to a function. A prompt that knows `\w` also knows `\[` for text without width.
texts.sh = [[
__pw_n=0;
__pw_run() { printf '\033]133;C;aid=NONCE.%s\007' "$__pw_n"; eval "$1"; };
__pw_e=$(printf '\033]133;'); __pw_a=$(printf '\007'); __pw_1=$PS1; __pw_2=$PS2; unset PS1 PS2;
case $__pw_1 in *\\[wWuh$]*) __pw_e='\['$__pw_e; __pw_a=$__pw_a'\]';; esac;
PS1=$__pw_e'D;$?;aid=NONCE.$((__pw_n=__pw_n+1))'$__pw_a$__pw_e'A;aid=NONCE.$__pw_n'$__pw_a$__pw_1$__pw_e'B;aid=NONCE.$__pw_n'$__pw_a;
PS2=$__pw_e'A;k=s;aid=NONCE.$__pw_n'$__pw_a$__pw_2]]

-- Returns the end of a command that erases the rows of the question.
local function erasing(rows)
  return ("; printf '\\r\\033[%dA\\033[J'"):format(rows)
end

-- Returns one line that sets up the marks and erases itself, on `rows` rows above the cursor.
function kinds.setup(kind, nonce, rows)
  local line = texts[kind]:gsub("%s*\n%s*", " "):gsub("NONCE", nonce)
  return line .. erasing(rows)
end

-- Groups several lines into one command. A single line is unchanged.
local function grouped(kind, text)
  if not text:find("\n", 1, true) then return text end
  if kind == "fish" then return "begin\n" .. text .. "\nend" end
  return "{\n" .. text .. "\n}"
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Returns the input that runs a command where the marks are set up.
function kinds.command(kind, text)
  if kind == "sh" then return "__pw_run " .. quoted(text) end
  return grouped(kind, text)
end

-- Returns the input where marks cannot be set up: the command between its own two marks, with a number that no prompt
-- has.
function kinds.inline(text, nonce)
  local typed = "printf '\\033]133;C;aid=%s.0\\007'; eval %s; printf '\\033]133;D;%%s;aid=%s.0\\007' \"$?\""
  return typed:format(nonce, quoted(text), nonce)
end

return kinds
