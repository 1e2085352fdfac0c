import { actorNow, runAs, type Actor } from './actor.ts';

/** A turn of the real event loop: by its end nothing is left to do that waits for no clock. */
const realImmediate = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve));

/** What `setTimeout` gives; as much of Node's as libraries ask for. */
export class VirtualTimer {
  at: number;
  readonly order: number;
  readonly every: number | null;
  readonly actor: Actor | undefined;
  readonly work: () => void;
  #time: VirtualTime;
  #after: number;
  isDone = false;
  /** Fires although its actor is dead: modules that the next one shares wait for it. */
  outlives = false;

  constructor(time: VirtualTime, order: number, after: number, every: boolean, work: () => void) {
    this.#time = time;
    this.#after = after;
    this.at = time.now + after;
    this.order = order;
    this.every = every ? after : null;
    this.actor = actorNow();
    this.work = work;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    if (!this.isDone) this.#time.move(this, this.#after);
    return this;
  }

  close(): this {
    this.isDone = true;
    return this;
  }

  [Symbol.dispose](): void {
    this.isDone = true;
  }

  [Symbol.toPrimitive](): number {
    return this.order;
  }
}

/**
 * The clock of a simulated world. Nothing waits for real time: once all that can be done now is done, the clock stands at
 * the next timer. Timers that are due at the same time fire in the order of their making.
 */
export class VirtualTime {
  /** Milliseconds since 1970. */
  now: number;
  readonly startedAt: number;
  readonly #timers: VirtualTimer[] = [];
  #immediates: VirtualTimer[] = [];
  #made = 0;
  readonly #uncaught: (error: unknown) => void;
  /** Called whenever all is done that can be done at a time. */
  atRest: (() => void) | undefined;
  /** Work of real threads and files that is under way. */
  busy = 0;

  /** @param uncaught hears what the work of a timer throws */
  constructor(startsAt: number, uncaught: (error: unknown) => void) {
    this.#uncaught = uncaught;
    this.now = startsAt;
    this.startedAt = startsAt;
  }

  timer(work: () => void, after: number, every = false): VirtualTimer {
    const timer = new VirtualTimer(this, (this.#made += 1), Math.max(1, Math.trunc(after) || 1), every, work);
    this.#insert(timer);
    return timer;
  }

  immediate(work: () => void): VirtualTimer {
    const made = new VirtualTimer(this, (this.#made += 1), 0, false, work);
    this.#immediates.push(made);
    return made;
  }

  find(order: number): VirtualTimer | undefined {
    return this.#timers.find((each) => each.order === order);
  }

  move(timer: VirtualTimer, after: number): void {
    const at = this.#timers.indexOf(timer);
    if (at >= 0) this.#timers.splice(at, 1);
    timer.at = this.now + after;
    this.#insert(timer);
  }

  /** The latest first, so that the next one is taken from the end. */
  #insert(timer: VirtualTimer): void {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle];
      const isLater = other !== undefined && (other.at - timer.at || other.order - timer.order) > 0;
      if (isLater) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  /** Does all that waits for no clock. */
  async settle(): Promise<void> {
    for (let turns = 0; ; turns += 1) {
      await turn();
      const immediates = this.#immediates;
      this.#immediates = [];
      for (const each of immediates) this.#fire(each);
      if (immediates.length === 0 && this.busy === 0) return;
      if (turns > 5_000_000) throw new Error('The simulated world does not come to rest.');
    }
  }

  /** Lets so many milliseconds pass, with everything that falls due in them; ends sooner where that is so. */
  async pass(milliseconds: number, isOver: () => boolean = () => false): Promise<void> {
    const end = this.now + milliseconds;
    await this.settle();
    while (!isOver()) {
      const next = this.#take(end);
      if (!next) {
        this.now = end;
        return;
      }
      this.now = Math.max(this.now, next.at);
      if (next.every !== null) {
        next.at += next.every;
        this.#insert(next);
      }
      this.#fire(next);
      await this.settle();
      this.atRest?.();
    }
  }

  /** As when every computer sleeps meanwhile: what fell due in that time happens once, at its end. */
  async sleep(milliseconds: number): Promise<void> {
    await this.settle();
    this.now += milliseconds;
    const due: VirtualTimer[] = [];
    for (let next = this.#take(this.now); next; next = this.#take(this.now)) due.push(next);
    for (const each of due) {
      if (each.isDone) continue;
      if (each.every !== null) {
        each.at = this.now + each.every;
        this.#insert(each);
      }
      this.#fire(each);
      await this.settle();
      this.atRest?.();
    }
  }

  /** The next that is due by then, taken out. What the dead wait for does not happen. */
  #take(end: number): VirtualTimer | undefined {
    for (let next = this.#timers.at(-1); next && next.at <= end; next = this.#timers.at(-1)) {
      this.#timers.pop();
      if (!next.isDone && (next.outlives || next.actor?.isAlive !== false)) return next;
    }
    return undefined;
  }

  #fire(timer: VirtualTimer): void {
    if (timer.isDone) return;
    if (timer.every === null) timer.isDone = true;
    runAs(timer.actor, () => {
      try {
        timer.work();
      } catch (error) {
        this.#uncaught(error);
      }
    });
  }
}
