/**
 * What a stretch of output reads as. Escape sequences are left out, not obeyed: a program that draws leaves its words
 * in the order in which it wrote them. Output may hold anything, so each step takes time in proportion to the text.
 */

// A sequence whose end never comes is gone all the same, as far as it can reach.
const escapes = /\x1b(?:\][^\x07\x1b]*\x07?|[PX^_][^\x1b]*|\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)/g;
const controls = /[\x00-\x08\x0b-\x1f\x7f]/g;
const hasControls = /[\x00-\x08\x0b-\x1f\x7f]/;

export function printedText(output: string): string {
  const text = output.replace(escapes, '');
  return hasControls.test(text) ? text.split('\n').map(lineAsRead).join('\n') : text;
}

function lineAsRead(line: string): string {
  if (!hasControls.test(line)) return line;
  return erased(overwritten(line)).replace(controls, '');
}

/** A return goes back to the beginning of the line: what was written last is what is read. */
const overwritten = (line: string): string => line.split('\r').findLast((part) => part !== '') ?? '';

/** A backspace takes the character before it. */
function erased(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  for (const character of line) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}
