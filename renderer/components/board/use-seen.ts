import { useCallback, useEffect, useState, type RefObject } from 'react';

/** So near the edge of what scrolls, something is about to be seen. */
const MARGIN = '0px 600px';

/** Whether an element has come into sight, or near it, once; and a way to have it count as seen. */
export function useSeen(element: RefObject<HTMLElement | null>): [seen: boolean, see: () => void] {
  const [seen, setSeen] = useState(false);
  const see = useCallback(() => setSeen(true), []);
  useEffect(() => {
    if (seen || !element.current) return;
    const root = element.current.closest('[data-board]');
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { root, rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return [seen, see];
}
