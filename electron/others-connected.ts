import { app, dialog, type BrowserWindow } from 'electron';
import { counted } from '#shared/format/counted.ts';
import { OTHER_PC } from '#shared/protocol/network-calls.ts';
import type { OwnServer } from './own-server.ts';

/** Whoever quits does not wait longer for a server that says nothing. */
const PATIENCE_MS = 2_000;
const STAY = 0;
const QUIT = 1;

interface Surroundings {
  server: () => OwnServer | undefined;
  /** Whether the application has to end whoever uses it. */
  mustGo: () => boolean;
  window: () => BrowserWindow | undefined;
  /** The user stays: the application goes on, with a window. */
  onStay: () => void;
}

/** Asks before the application ends while other PCs use the data of this one; once for each time that it is to end. */
export class OthersConnected {
  readonly #surroundings: Surroundings;
  #asking = false;
  #mayEnd = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** @returns whether the end waits for the answer; then it is begun again by it */
  holdBack(event: { preventDefault(): void }): boolean {
    const { server, mustGo } = this.#surroundings;
    const own = server();
    if (this.#mayEnd || mustGo() || !own?.isOpen) return false;
    event.preventDefault();
    if (!this.#asking) void this.#ask(own);
    return true;
  }

  /** Something else kept the application from ending: the next time is asked anew. */
  stayed(): void {
    this.#mayEnd = false;
  }

  async #ask(own: OwnServer): Promise<void> {
    this.#asking = true;
    const stays = await own
      .connected(PATIENCE_MS)
      .then((others) => others > 0 && this.#wantsToStay(others))
      .catch(() => false)
      .finally(() => (this.#asking = false));
    if (stays) {
      this.#surroundings.onStay();
      return;
    }
    this.#mayEnd = true;
    app.quit();
  }

  async #wantsToStay(others: number): Promise<boolean> {
    const question = {
      type: 'question' as const,
      message: `${counted(OTHER_PC, others)} ${others === 1 ? 'is' : 'are'} using this PC’s data.`,
      detail:
        'After you quit they go on with what they have fetched, and send what is saved there once the application runs here again.',
      buttons: ['Stay', 'Quit'],
      defaultId: STAY,
      cancelId: STAY,
      noLink: true,
    };
    const window = this.#surroundings.window();
    const { response } = window
      ? await dialog.showMessageBox(window, question)
      : await dialog.showMessageBox(question);
    return response !== QUIT;
  }
}
