/** So long a look-up waits for the one before it, in milliseconds. */
const LONGEST_WAIT_MS = 50;

/**
 * A look-up that those share who ask in the same turn of the event loop, and while the one before it is under way: one statement for
 * all of them. Each look-up starts after it was asked for, so nobody gets an answer that is older than the
 * question; nothing is kept. The busier the server, the more questions come together: what is asked of the database does not
 * grow with the desks that ask.
 *
 * It waits for no other for long: a connection that hangs holds up its own askers alone.
 * @param read the values of the keys; a key without one is left out.
 */
export function gathered<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let open: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | null = null;
  let underWay = 0;
  let atEnd: (() => void) | undefined;
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      const patience = setTimeout(resolve, LONGEST_WAIT_MS);
      atEnd = () => {
        clearTimeout(patience);
        resolve();
      };
    });
  const lookUp = async (keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> => {
    underWay += 1;
    try {
      return await read(keys);
    } finally {
      underWay -= 1;
      atEnd?.();
    }
  };
  const begin = (): { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } => {
    const keys = new Set<Key>();
    const values = (async () => {
      await endOfTurn();
      if (underWay > 0) await end();
      open = null;
      return lookUp([...keys]);
    })();
    return { keys, values };
  };
  return async (key) => {
    open ??= begin();
    open.keys.add(key);
    return (await open.values).get(key);
  };
}

/** When the calls that came in together have been read from their sockets. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
