import type { Request, Response } from 'express';
import { isConcerned, type Session, type Sessions } from '../auth/sessions.ts';
import { hasBody } from './slow-bodies.ts';

interface Running {
  session: Session;
  request: Request;
  response: Response;
  endsItself: boolean;
  reads: boolean;
}

/**
 * The signed-in calls that are under way. Who makes a call is looked up at its head, while its body may come in for minutes
 * and a long answer be read for hours: where the session ends meanwhile, the connection does.
 */
export class RunningCalls {
  readonly #running = new Set<Running>();

  constructor(sessions: Pick<Sessions, 'onEnded'>) {
    sessions.onEnded(
      (ended) => {
        for (const call of this.#running) if (isConcerned(call.session, ended)) cutOff(call);
      },
      () => [...this.#running].map(({ session }) => session),
    );
  }

  /**
   * @param endsItself whether an answer that has begun is ended by who gives it
   * @param reads whether it does nothing but read, though it is no GET
   */
  add(
    session: Session,
    request: Request,
    response: Response,
    { endsItself, reads }: Pick<Running, 'endsItself' | 'reads'>,
  ): void {
    if (response.closed) return;
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    const call = { session, request, response, endsItself, reads: reads || isGet };
    this.#running.add(call);
    response.once('close', () => this.#running.delete(call));
  }
}

/** What is at work with a whole body goes on: it may be what has ended the session, and is judged where it writes. */
function cutOff({ request, response, endsItself, reads }: Running): void {
  if (reads ? endsItself && response.headersSent : !hasBody(request) || request.complete) return;
  response.destroy();
}
