import { expect, test } from 'vitest';
import { LogStanding } from './log-standing.ts';

function newStanding(): { standing: LogStanding; heard: string[] } {
  const standing = new LogStanding();
  const heard: string[] = [];
  standing.onAdvance((seq) => heard.push(`advance ${seq}`));
  standing.onPutBack((seq) => heard.push(`put back ${seq}`));
  return { standing, heard };
}

test('an advance is told once, also where it is heard of late', () => {
  const { standing, heard } = newStanding();
  for (const seq of [5, 7, 6, 7]) standing.advanced(seq);
  expect(heard).toEqual(['advance 5', 'advance 7']);
});

test('an answer below what was known before its question is a going back, and the numbers after it are told again', () => {
  const { standing, heard } = newStanding();
  standing.advanced(9);
  standing.asking()(6);
  standing.advanced(7);
  expect(heard).toEqual(['advance 9', 'put back 6', 'advance 7']);
});

test('what became known while the question was under way makes no going back', () => {
  const { standing, heard } = newStanding();
  standing.advanced(5);
  const answered = standing.asking();
  standing.advanced(8);
  answered(5);
  expect(heard).toEqual(['advance 5', 'advance 8']);
});

test('what was answered alone is known, and not told', () => {
  const { standing, heard } = newStanding();
  standing.asking()(9);
  standing.asking()(6);
  expect(heard).toEqual(['put back 6']);
});

test('one going back is told once, and the next one again', () => {
  const { standing, heard } = newStanding();
  standing.advanced(9);
  const [one, other] = [standing.asking(), standing.asking()];
  one(6);
  standing.advanced(7);
  other(6);
  standing.asking()(4);
  expect(heard).toEqual(['advance 9', 'put back 6', 'advance 7', 'put back 4']);
});

test('an answer from before a going back that comes after it is put right by the next', () => {
  const { standing, heard } = newStanding();
  standing.advanced(9);
  const late = standing.asking();
  standing.asking()(6);
  late(9);
  standing.asking()(6);
  standing.advanced(7);
  expect(heard).toEqual(['advance 9', 'put back 6', 'put back 6', 'advance 7']);
});
