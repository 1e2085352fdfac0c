import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Method, Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError, type ErrorCode } from '#shared/protocol/errors.ts';
import { PASSWORD } from './test-desk.ts';

const script = resolve(import.meta.dirname, 'answering-process.ts');

/** What an answering process says of a call. */
export type Said =
  | { id: number; result: unknown }
  | { id: number; error: { code: ErrorCode | null; message: string } };

/** The desk was killed before it had answered: nobody knows what became of the call. */
export class NoAnswer extends Error {}

/** A desk in a process of its own, with the calls of a `TestDesk`; it can be killed, and opened again on the same folder. */
export class DeskProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #calls = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (said: Said) => {
      const waiting = this.#waiting.get(said.id);
      this.#waiting.delete(said.id);
      if (!('error' in said)) return waiting?.resolve(said.result);
      const { code, message } = said.error;
      waiting?.reject(code === null ? new Error(message) : new PlainError(code, message));
    });
    child.on('exit', () => {
      for (const waiting of this.#waiting.values()) waiting.reject(new NoAnswer('The desk is gone'));
      this.#waiting.clear();
    });
  }

  /** @param saveTo the file that is chosen in dialogs; without it none is. */
  static async open(dataFolder: string, url: string, saveTo?: string): Promise<DeskProcess> {
    const args = [dataFolder, url, ...(saveTo === undefined ? [] : [saveTo])];
    const child = fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const desk = new DeskProcess(child);
    await desk.call('session.get', {});
    return desk;
  }

  call<M extends Method>(method: M, params: Params<M>): Promise<Results[M]> {
    return new Promise((resolve, reject) => {
      this.#calls += 1;
      const id = this.#calls;
      this.#waiting.set(id, { resolve: (value) => resolve(value as Results[M]), reject });
      if (!this.#child.connected) this.#gone(id);
      else this.#child.send({ id, method, params }, (error) => error && this.#gone(id));
    });
  }

  #gone(id: number): void {
    this.#waiting.get(id)?.reject(new NoAnswer('The desk is gone'));
    this.#waiting.delete(id);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async signIn(name: string): Promise<void> {
    await this.call('session.signIn', { email: `${name}@demo.test`, password: PASSWORD });
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Ends it as a person does. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
