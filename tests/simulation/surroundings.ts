import { createRequire, syncBuiltinESMExports } from 'node:module';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import timersPromises from 'node:timers/promises';
import threads from 'node:worker_threads';
import { actorNow, Crash } from './actor.ts';
import { Random } from './random.ts';
import { onVirtualDisk } from './virtual-disk.ts';
import type { VirtualNetwork } from './virtual-network.ts';
import { VirtualTime, VirtualTimer } from './virtual-time.ts';

/**
 * What the programs of one simulated world have around them in place of the computer: time, chance, network and disk.
 * Put in place of Node's own before any module of the product is loaded; nothing of the product is replaced.
 */
export interface Surroundings {
  time: VirtualTime;
  random: Random;
  network: VirtualNetwork;
  /** What nobody caught. */
  faults: string[];
}

let world: Surroundings | undefined;

export function surroundWith(surroundings: Surroundings | undefined): void {
  world = surroundings;
}

/** Where what is left of a world that has ended waits for ever. */
const limbo = new VirtualTime(0, () => undefined);
const time = (): VirtualTime => world?.time ?? limbo;

function network(): VirtualNetwork {
  if (!world) throw new Error('There is no simulated world.');
  return world.network;
}

export function noteFault(error: unknown): void {
  if (error instanceof Crash || actorNow()?.isAlive === false) return;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (world) world.faults.push(text);
  else process.stderr.write(`${text}\n`);
}

/** Once, before anything of the product is loaded. */
export function install(): void {
  installTime();
  installChance();
  installNetwork();
  onVirtualDisk();
  installPasswords();
  installThreads();
  process.on('unhandledRejection', noteFault);
  process.on('uncaughtException', noteFault);
  syncBuiltinESMExports();
}

const RealDate = Date;
const realNow = performance.now.bind(performance);

function installTime(): void {
  const now = (): number => (world ? world.time.now + (actorNow()?.clockError ?? 0) : RealDate.now());
  function VirtualDate(...given: unknown[]): Date | string {
    if (!new.target) return new RealDate(now()).toString();
    return given.length === 0
      ? new RealDate(now())
      : Reflect.construct(RealDate, given, new.target === VirtualDate ? RealDate : new.target);
  }
  VirtualDate.prototype = RealDate.prototype;
  Object.assign(VirtualDate, { now, parse: RealDate.parse.bind(RealDate), UTC: RealDate.UTC.bind(RealDate) });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: VirtualDate });
  const performanceNow = (): number => (world ? world.time.now - world.time.startedAt : realNow());
  Object.defineProperty(performance, 'now', { value: performanceNow });
  const setTimer =
    (every: boolean) =>
    (work: (...args: unknown[]) => void, after = 1, ...args: unknown[]): VirtualTimer =>
      time().timer(() => work(...args), after, every);
  const clear = (timer: VirtualTimer | number | undefined): void => {
    const found = typeof timer === 'number' ? time().find(timer) : timer;
    if (found instanceof VirtualTimer) found.isDone = true;
  };
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: setTimer(false),
    setInterval: setTimer(true),
    setImmediate: (work: (...args: unknown[]) => void, ...args: unknown[]) =>
      time().immediate(() => work(...args)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  });
  const delay = (after?: number, value?: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      time().timer(() => resolve(value), after ?? 1).outlives = true;
    });
  const immediate = (value?: unknown): Promise<unknown> =>
    new Promise((resolve) => void time().immediate(() => resolve(value)));
  Object.assign(timersPromises, { setTimeout: delay, setImmediate: immediate });
}

const ZEROS = new Random(0);
const chance = (): Random => world?.random ?? ZEROS;

function installChance(): void {
  const randomBytes = (size: number, callback?: (error: null, bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(size);
    chance().fill(bytes);
    callback?.(null, bytes);
    return bytes;
  };
  const fill = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
    chance().fill(bytes);
    return bytes;
  };
  const randomUUID = (): string => {
    const hex = randomBytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const randomInt = (low: number, high?: number): number =>
    high === undefined ? chance().below(low) : low + chance().below(high - low);
  Object.assign(crypto, { randomBytes, randomUUID, randomInt, randomFillSync: fill });
  for (const each of new Set([globalThis.crypto, crypto.webcrypto]))
    Object.defineProperties(each, { getRandomValues: { value: fill }, randomUUID: { value: randomUUID } });
  Math.random = () => chance().next();
}

/** HTTP of both ends is Node's own; what lies between them is the virtual network. */
function installNetwork(): void {
  Object.assign(http.Server.prototype, {
    listen(this: http.Server, port: number, _host: unknown, done?: () => void) {
      network().listen(this, port);
      if (done) this.once('listening', done);
      process.nextTick(() => this.emit('listening'));
      return this;
    },
    address: () => ({ port: network().port, address: '10.0.0.1', family: 'IPv4' }),
  });
  globalThis.fetch = ((url: string, init: RequestInit) => network().fetch(url, init)) as typeof fetch;
}

/** Threads are real, and the clock stands while one is at work. */
function installThreads(): void {
  class WaitedForWorker extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof threads.Worker>) {
      super(...given);
      const clock = time();
      clock.busy += 1;
      this.once('exit', () => (clock.busy -= 1));
    }
  }
  Object.assign(threads, { Worker: WaitedForWorker });
}

/** The real functions, at their least cost and without threads: who guesses passwords is no part of the simulation. */
function installPasswords(): void {
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Record<string, Hash>;
  type Hash = (password: string, options: object) => unknown;
  const { hashSync, hashRawSync, verifySync } = argon2;
  const cheap = (hash: Hash | undefined) => (password: string, options: object) =>
    hash?.(password, { ...options, salt: saltOf(options), memoryCost: 8, timeCost: 1 });
  const saltOf = (options: object): unknown => ('salt' in options ? options.salt : crypto.randomBytes(16));
  Object.assign(argon2, {
    hash: async (password: string, options: object) => cheap(hashSync)(password, options),
    hashRaw: async (password: string, options: object) => cheap(hashRawSync)(password, options),
    hashSync: cheap(hashSync),
    hashRawSync: cheap(hashRawSync),
    verify: async (hash: string, password: object) => verifySync?.(hash, password),
  });
}

export const realFs = { ...fs };
