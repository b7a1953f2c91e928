/** Creates and changes elements of the page. Inserts all content as text, and never parses HTML. */

type ElementChild = Node | string | false | null | undefined;

type ElementListeners = {
  readonly [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void;
};

interface ElementAttributes {
  readonly on?: ElementListeners;
  readonly [name: string]: string | number | boolean | undefined | ElementListeners;
}

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on = {}, ...attributes }: ElementAttributes = {},
  ...children: readonly ElementChild[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  for (const [type, listener] of Object.entries(on))
    made.addEventListener(type, listener as (event: Event) => void);
  setChildren(made, children);
  return made;
}

/** Undefined and false remove an attribute. */
export function setAttributes(element: Element, attributes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value === true ? '' : value))
      element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Replaces all children; skips undefined, null, false and empty text. */
export function setChildren(element: Element, children: readonly ElementChild[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => !!child));
}

/** Does nothing if the text is the same: a screen reader would read it again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
