/** The rows of one look, and what is read off them once: where each character stands, and how it looks. */
import type { Look } from '../../../matcher/look.ts';

export class ScreenText {
  readonly look: Look;

  constructor(look: Look) {
    this.look = look;
  }
}
