/** The desks that have a live channel open now: one whose line broke may have two for a while. */
export class ConnectedDesks {
  readonly #channels = new Map<string, number>();

  /** @param deskId null for what is no desk */
  came(deskId: string | null): void {
    if (deskId !== null) this.#channels.set(deskId, (this.#channels.get(deskId) ?? 0) + 1);
  }

  went(deskId: string | null): void {
    if (deskId === null) return;
    const left = (this.#channels.get(deskId) ?? 0) - 1;
    if (left > 0) this.#channels.set(deskId, left);
    else this.#channels.delete(deskId);
  }

  /** @param own desk of the PC that the server runs on */
  countBut(own: string): number {
    return [...this.#channels.keys()].filter((each) => each !== own).length;
  }
}
