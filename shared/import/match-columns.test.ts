import { describe, expect, it } from 'vitest';
import { IMPORTABLE } from '#shared/protocol/import.ts';
import { candidateAlsoCalled } from '#shared/model/also-called.ts';
import { entityOf } from '#shared/model/entities.ts';
import { candidate } from '#shared/model/candidate.ts';
import { hrRecord } from '#shared/model/hr-record.ts';
import { inquiry } from '#shared/model/inquiry.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fold } from './fold.ts';
import { headingRow } from './heading-row.ts';
import { importableFields } from './importable-fields.ts';
import { matchColumns } from './match-columns.ts';

const matched = (definition: EntityDefinition, ...headings: string[]): (string | null)[] =>
  matchColumns(definition, importableFields(definition, 'Admin'), headings);

describe('the fields that a file may fill', () => {
  it('are those that the role sets on a record that it adds, and that a cell can hold', () => {
    const names = importableFields(candidate, 'HR').map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['fullName', 'mobile', 'enrolledCourse', 'fee']));
    for (const name of ['profilePicture', 'map', 'inquiry', 'studentId', 'createdAt', 'updatedAt'])
      expect(names).not.toContain(name);
    expect(importableFields(candidate, 'Employee')).toEqual([]);
    expect(importableFields(inquiry, 'Student')).toEqual([]);
    expect(importableFields(inquiry, 'HR').map(([name]) => name)).toContain('assignedTo');
  });
});

describe('the field of a column', () => {
  it('is found by label, name and what tables call it, whatever the case, blanks and punctuation', () => {
    expect(
      matched(
        candidate,
        'STUDENT NAME',
        'Ph. No.',
        'Mail ID',
        'Whats app',
        'course',
        'Passing-Year',
        'Remark',
      ),
    ).toEqual(['fullName', 'mobile', 'email', 'whatsapp', 'enrolledCourse', 'yearOfPassing', 'remarks']);
    expect(matched(candidate, 'Full_Name', 'recievedAmount', ' Course / Branch ', 'D.O.B.')).toEqual([
      'fullName',
      'recievedAmount',
      'courseBranch',
      'dob',
    ]);
    expect(matched(hrRecord, 'Name', 'Company', 'HiringFor', 'Mail')).toEqual([
      'hrName',
      'companyName',
      'jobRoles',
      'companyEmail',
    ]);
  });

  it('is found in two languages, and in parts of a heading', () => {
    expect(matched(candidate, 'नाम', 'मोबाइल नंबर', 'ईमेल / E-mail', 'शहर')).toEqual([
      'fullName',
      'mobile',
      'email',
      'city',
    ]);
    expect(
      matched(candidate, 'Name\n(as in Aadhaar)', "Candidate's mobile number", 'Enter your email'),
    ).toEqual(['fullName', 'mobile', 'email']);
  });

  it('is taken once, by the heading that names it best', () => {
    expect(matched(candidate, 'Name', 'Full Name', 'Phone', 'Mobile')).toEqual([
      null,
      'fullName',
      null,
      'mobile',
    ]);
    expect(matched(inquiry, 'Phone', 'Phone')).toEqual(['mobile', null]);
  });

  it('is a name by all columns of it', () => {
    expect(matched(candidate, 'Sr', 'First Name', 'Last Name', 'Contact')).toEqual([
      null,
      'fullName',
      'fullName',
      'mobile',
    ]);
    expect(matched(inquiry, 'Surname', "Student's First Name", 'Middle Name', 'Mob')).toEqual([
      'Name',
      'Name',
      'Name',
      'mobile',
    ]);
    expect(matched(candidate, 'Name', 'Surname')).toEqual(['fullName', 'fullName']);
    expect(matched(candidate, 'Full Name', 'First Name', 'Last Name')).toEqual(['fullName', null, null]);
    expect(matched(candidate, 'Name', 'First Name', 'F. Name')).toEqual(['fullName', null, null]);
  });

  it('is the one that records need where a heading names several', () => {
    expect(matched(candidate, 'Phone No / WhatsApp', 'Email')).toEqual(['mobile', 'email']);
    expect(matched(candidate, 'WhatsApp/Mobile', 'Mobile')).toEqual(['whatsapp', 'mobile']);
  });

  it('is not guessed from a word that somebody else’s name has too', () => {
    expect(matched(candidate, "Father's Name", 'Parent mobile', 'Sr. No.', '', 'No.')).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('has no synonym that is nobody’s, or of two fields alike', () => {
    for (const entity of IMPORTABLE) {
      const definition = entityOf(entity);
      const seen = new Map<string, string>();
      for (const [name, names] of Object.entries(definition.alsoCalled ?? {})) {
        expect(definition.fields).toHaveProperty([name]);
        for (const text of names.map(fold)) {
          expect([entity, text, seen.get(text) ?? name]).toEqual([entity, text, name]);
          seen.set(text, name);
        }
      }
    }
    expect(candidateAlsoCalled['mobile']).toContain('Ph. No.');
  });
});

describe('the row with the headings', () => {
  const rowOf = (...rows: string[][]): number =>
    headingRow(
      candidate,
      importableFields(candidate, 'HR'),
      rows.map((cells, at) => ({ row: at + 1, cells })),
    );

  it('is the first whose cells name fields best', () => {
    expect(rowOf(['Name', 'Mobile'], ['Asha', '9820012345'])).toBe(1);
    expect(
      rowOf(['List of students 2026'], ['', ''], ['Sr', 'Student Name', 'Ph'], ['1', 'Asha', '98200']),
    ).toBe(3);
    expect(rowOf(['Name', 'Phone'], ['Name', 'Phone'])).toBe(1);
  });

  it('is the first where none names any, unless that has values already', () => {
    expect(rowOf(['Kuchh', 'Aur'], ['Asha', '9820012345'])).toBe(1);
    expect(rowOf(['Asha Rao', '98200 12345', 'asha@mail.test'])).toBe(0);
    expect(rowOf()).toBe(0);
  });
});
