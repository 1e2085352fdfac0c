import { EventEmitter } from 'node:events';

/** Loaded before a program that Electron would run as a utility process: its port, over the channel of a Node process. */

const port = new EventEmitter();
process.on('message', (data: unknown) => port.emit('message', { data }));
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, { postMessage: (message: unknown) => process.send?.(message) }),
});
