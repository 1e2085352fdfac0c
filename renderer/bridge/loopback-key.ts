const NAME = 'loopback-key';
const PARAMETER = 'token';

/** The key of this page where the browser keeps no storage for it. */
let ofThisPage: string | null = null;

/**
 * Takes the key out of the address that the application printed, before anything else can see it there, and keeps it
 * for this origin: browsers give its storage to no other port, and to every tab of this one.
 */
export function takeKeyFromAddress(): void {
  const url = new URL(window.location.href);
  const key = url.searchParams.get(PARAMETER);
  if (key === null) return;
  ofThisPage = key;
  try {
    window.localStorage.setItem(NAME, key);
  } catch {
    // This page goes on; it has to be opened by the printed address each time.
  }
  url.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}${url.hash}`);
}

/** The key to name now: after a restart of the application, that of the tab that opened its new address. */
export function loopbackKey(): string | null {
  try {
    return window.localStorage.getItem(NAME) ?? ofThisPage;
  } catch {
    return ofThisPage;
  }
}
