import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { limitConnections } from './connections.ts';

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
  await vi.waitFor(() => expect(openSockets()).toBe(10));
  sockets.find((socket) => !socket.destroyed)?.destroy();
  await vi.waitFor(() => {
    connectTimes(port, 1);
    expect(openSockets()).toBe(10);
  });
});

test('a proxy may have them all, and nobody has more', async () => {
  const port = await listening(40, () => true);
  connectTimes(port, 60);
  await vi.waitFor(() => expect(openSockets()).toBe(40));
});
