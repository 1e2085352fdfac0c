import type { Calendar } from './calendar.ts';
import { makeCalendar, OFFICE_CLOSES, OFFICE_OPENS } from './calendar.ts';
import type { Random } from './random.ts';

/** What every generator needs. The same seed and Indian day give the same records. */
export interface DemoOptions {
  /** A whole number. */
  seed: number;
  /** The moment that counts as now; only its day in India matters. */
  today: Date;
  /** How many there are of both, where some of them are to be linked. */
  counts?: { inquiries: number; candidates: number };
}

/** Options of a generator whose length can be chosen. */
export interface CountedDemoOptions extends DemoOptions {
  count: number;
}

/** How far back the records of a load reach: about 18 months. */
export const HISTORY_DAYS = 540;

export interface RecordBase {
  _id: string;
  createdAt: string;
  updatedAt: string;
}

export const calendarOf = (options: DemoOptions): Calendar => makeCalendar(options.today);

/**
 * When record `index` of `count` was made: rising with the index, more of them lately than long ago as in a
 * growing institute, in office hours, the last one yesterday.
 */
export function createdTime(calendar: Calendar, random: Random, index: number, count: number): string {
  const share = (index + random.fraction()) / count;
  const ago = HISTORY_DAYS * (1 - share) ** 1.25;
  const day = Math.floor(ago);
  const minutes = OFFICE_OPENS + (1 - (ago - day)) * (OFFICE_CLOSES - OFFICE_OPENS);
  return calendar.time(-1 - day, minutes);
}

/** A time between the record's making and yesterday evening, for its last change. */
export function updatedTime(calendar: Calendar, random: Random, createdAt: string): string {
  if (random.chance(0.2)) return createdAt;
  const day = random.integer(calendar.dayOf(createdAt), -1);
  const updated = calendar.time(day, random.integer(OFFICE_OPENS, OFFICE_CLOSES));
  return updated > createdAt ? updated : createdAt;
}

/** Id and times of a record made at `createdAt`. */
export function recordBase(calendar: Calendar, random: Random, createdAt: string): RecordBase {
  return {
    _id: recordId(random, createdAt),
    createdAt,
    updatedAt: updatedTime(calendar, random, createdAt),
  };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** A UUID v7: the time in milliseconds, then 74 bits of the random stream. */
export function recordId(random: Random, createdAt: string): string {
  const time = hex(Date.parse(createdAt), 12);
  const version = 0x7000 | (random.uint32() & 0x0fff);
  const variant = 0x8000 | (random.uint32() & 0x3fff);
  const tail = hex(random.uint32(), 8) + hex(random.uint32() & 0xffff, 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex(version, 4)}-${hex(variant, 4)}-${tail}`;
}
