import { expect, it } from 'vitest';
import { AnswerTooLarge, readBounded } from './bounded-answer.ts';

it('an answer that says it is too large is refused, with or without a body', async () => {
  const headers = { 'content-length': '11' };
  await expect(readBounded(new Response('98200 11223', { headers }), 10)).rejects.toThrow(AnswerTooLarge);
  await expect(readBounded(new Response(null, { status: 204, headers }), 10)).rejects.toThrow(AnswerTooLarge);
});

it('an answer of just the size that may be is read whole, and one without a body is empty', async () => {
  const heard: number[] = [];
  const read = await readBounded(new Response('98200 11223'), 11, (bytes) => heard.push(bytes));
  expect(Buffer.from(read).toString()).toBe('98200 11223');
  expect(heard.reduce((sum, bytes) => sum + bytes, 0)).toBe(11);
  expect(await readBounded(new Response(null, { status: 204 }), 11)).toHaveLength(0);
  await expect(readBounded(new Response('98200 11223'), 10)).rejects.toThrow(AnswerTooLarge);
});
