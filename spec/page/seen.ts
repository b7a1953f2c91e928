/** What is to be seen on the page, as expressions for `until` and `ask`. */

const rows = "[...document.querySelectorAll('.xterm-rows > div')]";

export const screenShows = (words: string) =>
  `${rows}.map((row) => row.textContent).join('\\n').includes(${JSON.stringify(words)})`;

export const screenHas = (count: number) => `${rows}.length === ${count}`;

/** A recording falls on the page. `lines` is an expression for them. */
export const drop = (lines: string) => `(() => {
  const file = new File([(${lines}).map((line) => JSON.stringify(line) + '\\n').join('')], 'dropped.cast');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
})()`;

/** Where the keyboard is. */
export const focused = `(({ tagName, className, textContent }) =>
  (className || tagName).split(' ')[0] + ':' + textContent.slice(0, 20))(document.activeElement)`;
