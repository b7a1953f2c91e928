/**
 * The key of this page: it came behind the # of its address, which browsers send to nobody, and it is taken out of
 * there at once, so that no history, bookmark or screenshot keeps it. It is held in memory only: after a reload there
 * is none, and `ptywright watch` gives another address.
 */

const form = /^#key=([\w-]{16,128})$/;

export function takeKey(place: Location, history: History): string | undefined {
  const [, key] = form.exec(place.hash) ?? [];
  if (key !== undefined) history.replaceState(null, '', `${place.pathname}${place.search}#/`);
  return key;
}
