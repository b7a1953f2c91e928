/** Expressions for `until` and `ask` about what the page shows. */

const rows = "[...document.querySelectorAll('.xterm-rows > div')]";

export const screenShows = (words: string) =>
  `${rows}.map((row) => row.textContent).join('\\n').includes(${JSON.stringify(words)})`;

export const screenHas = (count: number) => `${rows}.length === ${count}`;

/** Drops a recording on the page. `lines` is an expression for its lines. */
export const drop = (lines: string) => `(() => {
  const file = new File([(${lines}).map((line) => JSON.stringify(line) + '\\n').join('')], 'dropped.cast');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
})()`;

/** The focused element. */
export const focused = `(({ tagName, className, textContent }) =>
  (className || tagName).split(' ')[0] + ':' + textContent.slice(0, 20))(document.activeElement)`;
