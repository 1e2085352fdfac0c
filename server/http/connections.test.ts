import { createServer as createHttpServer } from 'node:http';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from './connections.ts';
import { eventually } from '../../tests/product/eventually.ts';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

async function listening(most: number, isExempt: (address: string) => boolean): Promise<number> {
  const made = createServer();
  server = made;
  limitConnections(made, most, isExempt);
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/** Connects so often; the sockets that the server has closed can be told by `destroyed`. */
function connectTimes(port: number, times: number): void {
  for (let at = 0; at < times; at += 1) {
    sockets.push(
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .resume(),
    );
  }
}
const openSockets = (): number => sockets.filter((socket) => !socket.destroyed).length;

test('one address has a quarter of the connections; one that ends makes room', async () => {
  const port = await listening(40, () => false);
  connectTimes(port, 25);
  await eventually(() => expect(openSockets()).toBe(10));
  sockets.find((socket) => !socket.destroyed)?.destroy();
  await eventually(() => {
    connectTimes(port, 1);
    expect(openSockets()).toBe(10);
  });
});

test('a proxy may have seven in eight, and the others are for everybody else', async () => {
  let fromProxy = true;
  const port = await listening(40, () => fromProxy);
  connectTimes(port, 60);
  await eventually(() => expect(openSockets()).toBe(35));
  fromProxy = false;
  const before = sockets.length;
  connectTimes(port, 5);
  await eventually(() => expect(openSockets()).toBe(40));
  expect(sockets.slice(before).filter((socket) => !socket.destroyed)).toHaveLength(5);
});

test('where all are taken the one that is silent or unfinished longest gives way, and never one at work', async () => {
  const made = createHttpServer((request, response) => {
    request.resume();
    response.write('at work');
  });
  server = made;
  limitConnections(made, 8, () => true);
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo;
  const atWork = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(atWork);
  atWork.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => atWork.once('data', resolve));
  const unfinished = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(unfinished);
  unfinished.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{');
  await new Promise((resolve) => unfinished.once('data', resolve));
  connectTimes(port, 5);
  expect(openSockets()).toBe(7);
  const last = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  sockets.push(last);
  await new Promise((resolve) => unfinished.once('close', resolve));
  last.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => last.once('data', resolve));
  expect(atWork.destroyed).toBe(false);
});
