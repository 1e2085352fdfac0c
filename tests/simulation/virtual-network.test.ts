import http from 'node:http';
import { expect, it } from 'vitest';
import { Actor, runAs } from './actor.ts';
import { Random } from './random.ts';
import { VirtualNetwork } from './virtual-network.ts';
import { VirtualTime } from './virtual-time.ts';

const CALLS = 60;

/** What desks hear, in the order in which they do, of a server that ends with their calls still on their way. */
async function heardAtTheEnd(): Promise<string[]> {
  const heard: string[] = [];
  const time = new VirtualTime(0, (error) => {
    throw error;
  });
  const network = new VirtualNetwork(time, new Random(1), (line) => heard.push(line));
  const server = http.createServer((asked, answer) => void (asked.url?.startsWith('/last') || answer.end()));
  runAs(new Actor('server'), () => network.listen(server, 80));
  // From then on Node knows the server's connections.
  server.emit('listening');
  const ask = (path: string): void =>
    runAs(new Actor('d0'), () => void network.fetch(`http://desk.test/${path}`, {}).catch(() => undefined));
  // Node makes what reads a call anew or takes a used one: by where these lie in memory, no order is kept.
  for (let at = 0; at < 40; at += 1) ask(`first${at}`);
  await time.pass(1_000);
  heard.length = 0;
  for (let at = 0; at < CALLS; at += 1) ask(`last${at}`);
  await time.pass(1_000);
  server.closeAllConnections();
  await time.pass(1_000);
  return heard;
}

it('a server that ends breaks connections in the order of their making, whatever was lived through before', async () => {
  const inOrder = Array.from({ length: CALLS }, (_, at) => `net d0 GET /last${at} broken`);
  expect(await heardAtTheEnd()).toEqual(inOrder);
  expect(await heardAtTheEnd()).toEqual(inOrder);
});
