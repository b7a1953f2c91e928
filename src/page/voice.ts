/** What the page says of itself: news, for those who have it read aloud, and trouble, for everybody. */

export interface Voice {
  announce(text: string): void;
  complain(text: string): void;
}
