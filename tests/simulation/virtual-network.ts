import http from 'node:http';
import { actorNow, runAs, type Actor } from './actor.ts';
import type { Random } from './random.ts';
import { closeInOrder, End, failure, FAIR, type Weather } from './virtual-connection.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Fate {
  losesRequest: boolean;
  losesAnswer: boolean;
  /** Bytes of the answer after which the connection breaks. */
  breaksAfter: number | null;
  /** Nothing comes back, and nobody says so. */
  isSilent: boolean;
  isTwice: boolean;
}

interface Connection {
  desk: Actor;
  client: End;
  server: End;
  isSilent: boolean;
}

/** Between desks and server: connections in memory, over which Node's own HTTP is spoken. */
export class VirtualNetwork {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  readonly #connections = new Set<Connection>();
  /** That were not closed yet, as those of crashed processes never are. */
  readonly #ends = new Set<End>();
  readonly weathers = new Map<string, Weather>();
  #server: { actor: Actor | undefined; http: http.Server } | null = null;
  port = 5701;
  /** Hears of each answer that a desk has had as a whole, from the server that is running still. */
  answered: ((desk: string, path: string) => void) | undefined;
  calls = 0;
  faults = 0;

  constructor(time: VirtualTime, random: Random, trace: (line: string) => void) {
    this.#time = time;
    this.#random = random;
    this.#trace = trace;
  }

  listen(server: http.Server, port: number): void {
    this.port = port || this.port;
    this.#server = { actor: actorNow(), http: server };
    for (const close of ['closeIdleConnections', 'closeAllConnections'] as const) {
      const closeNow = server[close].bind(server);
      server[close] = () => closeInOrder(closeNow);
    }
  }

  /** The process is gone: what it had open breaks, for the others. */
  drop(actor: Actor): void {
    if (this.#server?.actor === actor) {
      const { http: server } = this.#server;
      this.#server = null;
      // Node looks at the age of its connections now and then, which would keep it in memory.
      http.Server.prototype.close.call(server);
    }
    for (const each of this.#connections) {
      if (each.desk === actor) this.#break(each.server);
      else if (each.server.actor === actor) this.#break(each.client);
    }
  }

  weatherOf(name: string): Weather {
    return this.weathers.get(name) ?? FAIR;
  }

  setWeather(name: string, weather: Weather): void {
    this.weathers.set(name, weather);
    for (const each of this.#connections) {
      if (each.desk.name !== name) continue;
      if (weather.isCut) each.isSilent = true;
      // What had become silent is noticed once the network is back.
      else if (each.isSilent) this.#reset(each);
    }
  }

  /** Breaks what a desk has open, such as the live channel; or has it go silent. */
  disturb(name: string, silently: boolean): void {
    for (const each of this.#connections) {
      if (each.desk.name !== name) continue;
      if (silently) each.isSilent = true;
      else this.#reset(each);
    }
  }

  #reset(connection: Connection): void {
    this.#break(connection.client);
    this.#break(connection.server);
  }

  #break(end: End): void {
    runAs(end.actor, () => end.destroy(failure('ECONNRESET')));
  }

  #fateFor(weather: Weather): Fate {
    const once = (times: number): boolean => times > 0 && this.#random.oneIn(times);
    const fate = {
      losesRequest: once(weather.loseRequest),
      losesAnswer: once(weather.loseAnswer),
      breaksAfter: once(weather.cutAnswer) ? this.#random.below(1_500) : null,
      isSilent: once(weather.silent),
      isTwice: once(weather.duplicate),
    };
    this.faults += Object.values(fate).filter((each) => each !== false && each !== null).length;
    return fate;
  }

  #connect(desk: Actor, weather: Weather, fate: Fate): Connection {
    const wait = (): number => 1 + this.#random.below(weather.slowest);
    let sent: Buffer[] = [];
    let answered = 0;
    // Bytes of one direction stay in order.
    const next = { client: 0, server: 0 };
    const deliver = (to: 'client' | 'server', bytes: Buffer | null): void => {
      const at = Math.max(next[to], this.#time.now + wait());
      next[to] = at;
      const end = (): End => (to === 'client' ? connection.client : connection.server);
      const timer = runAs(end().actor, () =>
        this.#time.timer(() => {
          if (!connection.isSilent && !end().destroyed) end().push(bytes);
        }, at - this.#time.now),
      );
      timer.outlives = false;
    };
    const port = 20_000 + this.calls;
    const client = new End(
      desk,
      '10.0.0.1',
      this.port,
      (bytes) => {
        if (bytes) sent.push(bytes);
        if (fate.losesRequest) return this.#later(() => this.#reset(connection), wait());
        deliver('server', bytes);
        if (fate.isTwice) {
          fate.isTwice = false;
          const late = this.#random.oneIn(3) ? this.#random.below(120_000) : this.#random.below(40);
          this.#later(() => this.#again(desk, Buffer.concat(sent)), 10 + late);
        }
      },
      () => this.#gone(connection, connection.server),
    );
    const server = new End(
      this.#server?.actor,
      `10.0.0.${10 + desk.name.charCodeAt(desk.name.length - 1)}`,
      port,
      (bytes) => {
        sent = [];
        if (connection.isSilent || fate.isSilent) return;
        if (fate.losesAnswer) return this.#later(() => this.#reset(connection), wait());
        const breaks =
          fate.breaksAfter !== null && bytes !== null && answered + bytes.length > fate.breaksAfter;
        deliver('client', breaks ? bytes.subarray(0, (fate.breaksAfter ?? 0) - answered) : bytes);
        answered += bytes?.length ?? 0;
        if (breaks) {
          fate.losesAnswer = true;
          this.#later(() => this.#reset(connection), weather.slowest + 2);
        }
      },
      () => this.#gone(connection, connection.client),
    );
    const connection: Connection = { desk, client, server, isSilent: false };
    this.#connections.add(connection);
    this.#keep(client);
    this.#keep(server);
    return connection;
  }

  #keep(end: End): void {
    this.#ends.add(end);
    end.once('close', () => this.#ends.delete(end));
  }

  /** At the end of the world: a parser of Node's that nobody closes keeps all that it can reach in memory, the whole world. */
  end(): void {
    for (const end of this.#ends) end.freeParser();
    this.#ends.clear();
  }

  #later(work: () => void, after: number): void {
    runAs(undefined, () => this.#time.timer(work, after));
  }

  /** One end was closed: the other one hears of it, unless the network is silent. */
  #gone(connection: Connection, other: End): void {
    this.#connections.delete(connection);
    if (connection.isSilent) return;
    this.#later(() => {
      if (!other.destroyed) this.#break(other);
    }, 8);
  }

  /** The same bytes once more, as what stands in between may send them; nobody hears the answer. */
  #again(desk: Actor, bytes: Buffer): void {
    const server = this.#server;
    if (!server || bytes.length === 0) return;
    this.#trace(`net ${desk.name} again ${bytes.length}`);
    const end = new End(
      server.actor,
      '10.0.0.9',
      9,
      () => undefined,
      () => undefined,
    );
    this.#keep(end);
    runAs(server.actor, () => {
      server.http.emit('connection', end);
      end.push(bytes);
    });
    this.#later(() => end.destroy(), 60_000);
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    const desk = actorNow();
    if (!desk) throw new Error('Nobody asks.');
    // The dead wait for ever.
    if (!desk.isAlive) return new Promise(() => undefined);
    this.calls += 1;
    const weather = this.weatherOf(desk.name);
    const path = new URL(url).pathname;
    const said = `net ${desk.name} ${init.method ?? 'GET'} ${path}`;
    const refused = weather.refuse > 0 && this.#random.oneIn(weather.refuse);
    if (weather.isCut || refused || !this.#server) {
      this.#trace(`${said} refused`);
      return this.#refuse(weather.isCut ? 'ENETUNREACH' : 'ECONNREFUSED', init.signal ?? undefined);
    }
    const fate = this.#fateFor(weather);
    const connection = this.#connect(desk, weather, fate);
    const { http: server, actor } = this.#server;
    runAs(actor, () => server.emit('connection', connection.server));
    return this.#ask(url, init, connection.client, (status) => {
      this.#trace(`${said} ${status}`);
      if (status === 200 && this.#server?.actor === actor) this.answered?.(desk.name, path);
    });
  }

  #refuse(code: string, signal: AbortSignal | undefined): Promise<Response> {
    return new Promise((_resolve, reject) => {
      const fail = (): void => reject(new TypeError('fetch failed', { cause: failure(code) }));
      this.#time.timer(fail, 2);
      signal?.addEventListener('abort', fail, { once: true });
    });
  }

  #ask(
    url: string,
    init: RequestInit,
    end: End,
    heard: (status: string | number) => void,
  ): Promise<Response> {
    const { pathname, search, host } = new URL(url);
    const { signal } = init;
    return new Promise((resolve, reject) => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      const fail = (cause: unknown): void => {
        const error = new TypeError('fetch failed', { cause });
        reject(error);
        try {
          controller?.error(error);
        } catch {
          // It has come to its end already.
        }
        // What has come in meanwhile reaches nobody any more.
        controller = undefined;
        end.destroy();
      };
      if (signal?.aborted) return fail(signal.reason);
      signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
      const body =
        typeof init.body === 'string' ? Buffer.from(init.body) : (init.body as Uint8Array | undefined);
      const request = http.request({
        createConnection: () => end,
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: {
          host,
          connection: 'close',
          ...(init.headers as Record<string, string>),
          ...(body ? { 'content-length': String(body.byteLength) } : {}),
        },
      });
      request.on('error', (error) => {
        heard('broken');
        fail(error);
      });
      request.on('response', (answer) => {
        const status = answer.statusCode ?? 0;
        const hasBody = status !== 204 && status !== 304;
        const stream = new ReadableStream<Uint8Array>({
          start: (given) => {
            controller = given;
          },
          cancel: () => {
            controller = undefined;
            end.destroy();
          },
        });
        answer.on('data', (bytes: Buffer) => controller?.enqueue(new Uint8Array(bytes)));
        answer.on('error', fail);
        answer.on('end', () => {
          heard(status);
          try {
            controller?.close();
          } catch {
            // It was given up meanwhile.
          }
          end.destroy();
        });
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve(new Response(hasBody ? stream : null, { status, headers }));
      });
      request.end(body);
    });
  }
}
