import { expect, test } from 'vitest';
import type { EventName, Events } from '#shared/protocol/bridge.ts';
import type { SessionState } from '#shared/protocol/session-calls.ts';
import { DeskEvents } from './desk-events.ts';
import { subscribeUnlocked } from './locked-events.ts';

const user = { _id: 'u1', name: 'Asha Rao', email: 'asha@demo.test', role: 'HR' };
const session = (locked: boolean, isIn = true): SessionState => ({
  user: isIn ? user : null,
  server: '',
  notEncrypted: false,
  locked,
  notice: null,
});

function listen(): {
  events: DeskEvents;
  lock: (locked: boolean) => void;
  heard: [EventName, Events[EventName]][];
} {
  const events = new DeskEvents();
  const heard: [EventName, Events[EventName]][] = [];
  let isLocked = false;
  subscribeUnlocked(
    events,
    () => isLocked,
    (event, data) => heard.push([event, data]),
  );
  const lock = (locked: boolean): void => {
    isLocked = locked;
    events.emit('session', session(locked));
  };
  return { events, lock, heard };
}

test('what happens while the windows are locked is told once they are opened, after that they are', () => {
  const { events, lock, heard } = listen();
  lock(true);
  heard.length = 0;
  events.emit('changed', { entity: 'candidate', ids: ['c1'], origin: 'elsewhere' });
  events.emit('changed', { entity: 'candidate', ids: ['c2'], origin: 'elsewhere' });
  events.emit('undo', { id: 'x', done: 1, total: 2 });
  events.emit('undo', { id: 'x', done: 2, total: 2 });
  events.emit('erased', { records: [{ entity: 'candidate', recordId: 'c3' }] });
  events.emit('erased', { records: [{ entity: 'candidate', recordId: 'c4' }] });
  expect(heard).toEqual([]);
  lock(false);
  expect(heard).toEqual([
    ['session', session(false)],
    ['changed', { entity: 'candidate', ids: null, origin: 'elsewhere' }],
    ['undo', { id: 'x', done: 2, total: 2 }],
    ['erased', { records: [{ entity: 'candidate', recordId: 'c3' }] }],
    ['erased', { records: [{ entity: 'candidate', recordId: 'c4' }] }],
  ]);
  events.emit('changed', { entity: 'inquiry', ids: ['i1'], origin: 'here' });
  expect(heard.at(-1)).toEqual(['changed', { entity: 'inquiry', ids: ['i1'], origin: 'here' }]);
});

test('nobody hears what was held for a user who is gone', () => {
  const { events, lock, heard } = listen();
  lock(true);
  events.emit('changed', { entity: 'candidate', ids: ['c1'], origin: 'elsewhere' });
  events.emit('session', session(false, false));
  lock(false);
  expect(heard.map(([event]) => event)).toEqual(['session', 'session', 'session']);
});
