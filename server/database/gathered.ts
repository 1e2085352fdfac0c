/**
 * A look-up that those who ask in the same turn of the event loop share: one statement for all of them. Each look-up
 * starts after it was asked for, so nobody gets an answer that is older than the question; nothing is kept. The busier
 * the server, the more questions come in one turn.
 *
 * It starts without waiting for the look-up before it: a connection that hangs holds up its own askers alone.
 * @param read the values of the keys; a key without one is left out.
 */
export function gathered<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let open: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | null = null;
  const begin = (): { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } => {
    const keys = new Set<Key>();
    const values = endOfTurn().then(() => {
      open = null;
      return read([...keys]);
    });
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
