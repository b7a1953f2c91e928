/** A matcher for people: what somebody who waits for it is waiting for. Text in it is as it was sent. */
import { matchers } from './index.ts';
import type { Matcher } from './shape.ts';

export function inWords({ type, value, rows, region }: Matcher): string {
  const words = matchers.get(type)!.words(value, (inner) => inWords(inner as unknown as Matcher));
  const place = region ? 'in a part of the screen' : rows ? rowsInWords(rows) : '';
  return place ? `${words} ${place}` : words;
}

const rowsInWords = ({ from, count }: NonNullable<Matcher['rows']>): string => {
  const first = from < 0 ? `row ${-from} from the bottom` : `row ${from}`;
  return count === 1 ? `in ${first}` : `in ${count} rows from ${first}`;
};
