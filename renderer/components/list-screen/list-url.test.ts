import { candidate } from '#shared/model/candidate.ts';
import { listOf } from '#shared/model/list-query.ts';
import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  offeredFilters,
  readListView,
  recordAddress,
  toFilter,
  writeListView,
} from './list-url.ts';

const candidates = listOf(candidate, 'candidates');
const placement = listOf(candidate, 'placement');
const read = (query: string, list = candidates) => readListView(candidate, list, new URLSearchParams(query));

describe('the address of a list', () => {
  it('says filters, search and order', () => {
    expect(read('enrolledCourse=AI%2FML&search=asha+rao&sort=fullName.desc')).toEqual({
      filters: { enrolledCourse: 'AI/ML' },
      search: 'asha rao',
      sort: { field: 'fullName', direction: 'desc' },
    });
  });

  it('leaves out what the model does not have', () => {
    expect(read('enrolledCourse=Knitting&city=Pune&sort=salary.asc')).toEqual({
      filters: {},
      search: '',
      sort: null,
    });
    expect(read('sort=fullName.up').sort).toBeNull();
  });

  it('says where the search looks, and that it looks there no more', () => {
    expect(read('search=java&in=documents').inDocuments).toBe(true);
    expect(read('search=java&in=attics').inDocuments).toBeUndefined();
    const params = new URLSearchParams('search=java');
    const inDocuments = writeListView(candidates, params, { inDocuments: true });
    expect(inDocuments.get('in')).toBe('documents');
    expect(writeListView(candidates, inDocuments, { inDocuments: false }).has('in')).toBe(false);
  });

  it('reads back what it wrote', () => {
    const change = {
      filters: { interviewStatus: 'Not Cleared', enrolledCourse: 'JAVA' },
      search: '98 76',
      sort: { field: 'email', direction: 'asc' },
    } as const;
    const written = writeListView(candidates, new URLSearchParams(), change);
    expect(readListView(candidate, candidates, written)).toEqual(change);
  });

  it('keeps what it does not speak of, and drops what is cleared', () => {
    const before = new URLSearchParams('enrolledCourse=Cloud&search=asha&record=42');
    const after = writeListView(candidates, before, { filters: { enrolledCourse: '' }, search: '' });
    expect(after.toString()).toBe('record=42');
  });

  it('opens with the preset filter and remembers that it was cleared', () => {
    expect(read('', placement).filters).toEqual({ placementStatus: 'In Progress' });
    const cleared = writeListView(placement, new URLSearchParams(), { filters: { placementStatus: '' } });
    expect(cleared.toString()).toBe('placementStatus=');
    expect(readListView(candidate, placement, cleared).filters).toEqual({});
    const back = writeListView(placement, cleared, { filters: { placementStatus: 'In Progress' } });
    expect(back.toString()).toBe('');
  });

  it('gives the desk lists for fields that hold several values', () => {
    expect(toFilter(candidate, candidates, { enrolledCourse: 'Cloud', interviewStatus: 'Cleared' })).toEqual({
      enrolledCourse: ['Cloud'],
      interviewStatus: 'Cleared',
    });
  });

  it('takes a filter that only links set, and offers it while it is set', () => {
    const linked = read('map=u1');
    expect(linked.filters).toEqual({ map: 'u1' });
    expect(offeredFilters(candidates, linked)).toEqual([...candidates.filters, 'map']);
    expect(offeredFilters(candidates, read(''))).toEqual(candidates.filters);
  });

  it('takes a choice that only links set, and asks what it stands for', () => {
    const { filters } = read('paymentStatus=Pending');
    expect(filters).toEqual({ paymentStatus: 'Pending' });
    expect(toFilter(candidate, candidates, filters)).toEqual({ paymentStatus: { not: 'Fully Paid' } });
    expect(read('paymentStatus=toString').filters).toEqual({});
    expect(read('paymentStatus=Pending', placement).filters).toEqual({ placementStatus: 'In Progress' });
  });

  it('leads to a record, and keeps what the same screen shows', () => {
    const here = { pathname: '/candidate', search: '?search=asha' };
    expect(recordAddress('/candidate', '42', here)).toBe('/candidate?search=asha&record=42');
    expect(recordAddress('/inquiry', '42', here)).toBe('/inquiry?record=42');
  });

  it('knows whether anything narrows the list', () => {
    expect(isNarrowed(read(''))).toBe(false);
    expect(isNarrowed(read('search=+'))).toBe(false);
    expect(isNarrowed(read('search=a'))).toBe(true);
    expect(isNarrowed(read('paymentStatus=Not+Paid'))).toBe(true);
  });
});
