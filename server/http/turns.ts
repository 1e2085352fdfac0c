const waiting: (() => void)[] = [];
let next: NodeJS.Immediate | undefined;

/**
 * Waits for a turn of the event loop, and gives each turn to one who asks, in order. SQLite answers at once, so that work
 * in many steps would keep every other call from being heard: who waits here before each step holds up nobody for longer
 * than one step takes, however many such pieces of work are under way.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    next ??= setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  next = waiting.length > 0 ? setImmediate(giveTurn) : undefined;
}
