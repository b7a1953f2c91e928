/**
 * The emulator writes style sheets and style attributes as text, which this page allows nobody. The same rules go in
 * by the object model here, which no text from outside can reach: so the page needs no exception for inline styles.
 */

export function styleByObjects(): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    // Even an empty sheet would be refused; a template is shown by nobody.
    return name === 'style' ? sheetOf(create('template')) : create(name, options);
  };
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name: string, value: string): void {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** An empty element whose text becomes a sheet of the document, for as long as the element is in use. */
function sheetOf(element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet();
  let text = '';
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set: (css: string) => {
      text = css;
      sheet.replaceSync(css);
    },
  });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}
