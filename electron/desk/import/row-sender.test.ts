import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { BATCHES_AHEAD, type KeptRow } from './reader-messages.ts';
import { RowSender } from './row-sender.ts';

let channel: MessageChannel;
afterEach(() => channel.port1.close());

function senderTo(taken: SharedArrayBuffer): RowSender {
  channel = new MessageChannel();
  return new RowSender(channel.port1, taken);
}

/** All that was sent so far. */
function received(): KeptRow[][] {
  const batches: KeptRow[][] = [];
  for (;;) {
    const next = receiveMessageOnPort(channel.port2);
    if (!next) return batches;
    if (next.message.type === 'rows') batches.push(next.message.rows);
  }
}

it('the signs between cells say how many headings there are, in each row that may have them', () => {
  const sender = senderTo(new SharedArrayBuffer(4));
  sender.add(1, ['Name', '', ''], true);
  sender.add(100, ['Name', '', ''], true);
  sender.add(101, ['Asha', '', ''], true);
  sender.add(102, ['Ravi', '', '']);
  sender.end();
  expect(received()).toEqual([
    [
      [1, ['Name', '', '']],
      [100, ['Name', '', '']],
      [101, ['Asha']],
      [102, ['Ravi']],
    ],
  ]);
});

it('waits while the desk is behind, so that a large file is never in memory as a whole', async () => {
  const taken = new SharedArrayBuffer(4);
  const sender = senderTo(taken);
  // Takes a batch when, and only when, somebody waits for that.
  const desk = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const taken = new Int32Array(workerData);
     const pause = new Int32Array(new SharedArrayBuffer(4));
     parentPort.postMessage('ready');
     for (;;) {
       if (Atomics.notify(taken, 0) > 0) {
         Atomics.add(taken, 0, 1);
         Atomics.notify(taken, 0);
       }
       Atomics.wait(pause, 0, 0, 1);
     }`,
    { eval: true, workerData: taken },
  );
  await new Promise((resolve) => desk.once('message', resolve));
  const count = new Int32Array(taken);
  const batches = 3 * BATCHES_AHEAD;
  const ahead: number[] = [];
  for (let batch = 1; batch <= batches; batch += 1) {
    for (let row = 1; row <= 500; row += 1) sender.add((batch - 1) * 500 + row, ['Asha']);
    ahead.push(batch - Atomics.load(count, 0));
  }
  await desk.terminate();
  expect(Math.max(...ahead)).toBeLessThan(BATCHES_AHEAD);
  expect(received()).toHaveLength(batches);
});
