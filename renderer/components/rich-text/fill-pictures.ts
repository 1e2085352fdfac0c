import type { QueryClient } from '@tanstack/react-query';
import { useSync } from '../../stores/sync.ts';
import { fetchPicture, keyOf } from '../picture/use-picture.ts';

/**
 * Gives the pictures of ours in a shown text their bytes, from this PC or by way of the desk; what is not to be had now comes
 * when there is a connection. Returns the way to stop.
 */
export function fillPictures(text: HTMLElement, client: QueryClient): () => void {
  let stopped = false;
  const missing = new Set<HTMLImageElement>();
  const show = (picture: HTMLImageElement, address: string | null): void => {
    if (address === null) {
      missing.add(picture);
      picture.dataset['missing'] = '';
      return;
    }
    missing.delete(picture);
    delete picture.dataset['missing'];
    picture.src = address;
  };
  const load = async (picture: HTMLImageElement): Promise<void> => {
    const hash = picture.dataset['hash'] ?? '';
    const queryKey = keyOf(hash, 'whole');
    // At once where it is at hand: what is printed does not wait for it.
    const known = client.getQueryData<string | null>(queryKey) ?? null;
    if (known !== null) return show(picture, known);
    const address = await client
      .fetchQuery({ queryKey, queryFn: () => fetchPicture(hash, 'whole'), staleTime: 0 })
      .catch(() => null);
    if (!stopped) show(picture, address);
  };
  for (const picture of text.querySelectorAll<HTMLImageElement>('img[data-hash]')) void load(picture);
  const unsubscribe = useSync.subscribe((sync, before) => {
    if (sync.state === 'live' && before.state !== 'live') for (const picture of missing) void load(picture);
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}
