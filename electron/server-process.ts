/** A process that runs the sync server, however it was started. */
export interface ServerProcess {
  /** Calls the listener with each piece of what the process prints. */
  onOutput(listener: (text: string) => void): void;
  /** Calls the listener once, when the process has ended. */
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to end in its own time. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
  /** Sends a message over the process's own channel, where it has one. */
  post?(message: unknown): void;
  /** Calls the listener with each message that the process sends over its own channel. */
  onMessage?(listener: (message: unknown) => void): void;
}
