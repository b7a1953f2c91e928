/** Elements of the page. Whatever a program, a person or a file says goes in as text: nothing here reads markup. */

export type Child = Node | string | false | null | undefined;

type Listeners = {
  readonly [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void;
};

export interface Attributes {
  readonly on?: Listeners;
  readonly [name: string]: string | number | boolean | undefined | Listeners;
}

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on = {}, ...attributes }: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  set(made, attributes);
  for (const [type, listener] of Object.entries(on))
    made.addEventListener(type, listener as (event: Event) => void);
  fill(made, children);
  return made;
}

/** Absent and false take an attribute away. */
export function set(element: Element, attributes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value === true ? '' : value))
      element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Puts these in the place of what was there. */
export function fill(element: Element, children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => !!child));
}

/** Leaves an element alone that says so already: whoever reads it aloud would begin anew. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
