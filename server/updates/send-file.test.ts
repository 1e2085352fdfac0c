import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { sendReleaseFile } from './send-file.ts';

test('whoever asks for a version and takes nothing of it keeps no place', async () => {
  const root = mkdtempSync(join(tmpdir(), 'placement-send-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'large'), Buffer.alloc(64 * 1024 * 1024));
  const ended = new Promise<string>((resolve) => {
    const app = express().get('/', (_request, response) => {
      sendReleaseFile(response, { root, name: 'large', headers: {} }, 300).then(
        () => resolve('the place is free'),
        () => resolve('failed'),
      );
    });
    const server = createServer(app).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
      client.pause();
      client.on('error', () => undefined);
      onTestFinished(() => {
        client.destroy();
        server.closeAllConnections();
        server.close();
      });
    });
  });
  expect(await ended).toBe('the place is free');
});
