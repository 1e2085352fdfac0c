import { LONG_MS } from './push-size.ts';

/** Rows asked for at once: so few that writing them holds up no screen for long. */
const MOST_ROWS = 500;
const FEWEST_ROWS = 1;

/**
 * How many rows a page of a pull is asked to have. One that broke off is asked for with half as many: a line that is cut
 * again and again brings small pages through, and a large one never. Nor is one large that takes long: nobody sees it go on.
 */
export class PageSize {
  #rows = MOST_ROWS;

  get rows(): number {
    return this.#rows;
  }

  brokeOff(): void {
    this.#rows = Math.max(FEWEST_ROWS, Math.floor(this.#rows / 2));
  }

  /** @param took milliseconds */
  wentWell(took: number): void {
    if (took > LONG_MS) this.brokeOff();
    else this.#rows = Math.min(MOST_ROWS, this.#rows * 2);
  }
}
