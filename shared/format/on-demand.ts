/** Makes a thing when it is first asked for: the engine takes its time for a format, and most starts need none of them. */
export function onDemand<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
