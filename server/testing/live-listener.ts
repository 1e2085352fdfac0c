import { PATHS } from '#shared/protocol/sync.ts';
import type { TestClient } from './client.ts';

export interface Listening {
  seqs: number[];
  ended: boolean;
  stop: () => void;
}

/** Opens the live channel of a client, and notes what it says until it ends or is stopped. */
export async function listen(client: TestClient): Promise<Listening> {
  const abort = new AbortController();
  const response = await fetch(`${client.url}${PATHS.live}`, {
    headers: { authorization: `Bearer ${client.token ?? ''}` },
    signal: abort.signal,
  });
  const type = response.headers.get('content-type');
  if (type !== 'text/event-stream') throw new Error(`A live channel of type ${type}`);
  const state: Listening = { seqs: [], ended: false, stop: () => abort.abort() };
  const read = async (): Promise<void> => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      for (const [, seq] of (value ?? '').matchAll(/event: seq\ndata: {"seq":(\d+)}\n\n/g))
        state.seqs.push(Number(seq));
      if (done) break;
    }
    state.ended = true;
  };
  read().catch(() => (state.ended = true));
  return state;
}
