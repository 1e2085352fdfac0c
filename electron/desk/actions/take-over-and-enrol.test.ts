import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
const VISITOR = {
  name: 'Visiting Asha',
  email: 'asha@visitor.test',
  mobile: '98200 11223',
  message: 'Fees of the course?',
};

const reference = async (desk: TestDesk, id: string, field: string, entity: 'contactInquiry' | 'inquiry') =>
  (await get(desk, id, entity))?.record[field];

it('offline a message is taken over as one change, and an Undo takes all of it back', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const contact = await create(other, 'contactInquiry', VISITOR);
  await other.inStep();
  await until('it is here', async () => (await get(desk, contact, 'contactInquiry')) !== null);
  office.network.cut();
  await desk.state('offline');
  const { inquiry, set } = await desk.call('contacts.takeOver', { id: contact });
  const me = (await desk.call('session.get', {})).user?._id;
  expect(await get(desk, inquiry, 'inquiry')).toMatchObject({
    record: {
      Name: VISITOR.name,
      mobile: VISITOR.mobile,
      notes: 'Fees of the course?\n\nEmail: asha@visitor.test',
      assignedTo: me,
      contact,
    },
    references: { contact: VISITOR.name },
  });
  expect(await get(desk, contact, 'contactInquiry')).toMatchObject({
    record: { inquiry, assignedTo: me },
    references: { inquiry: VISITOR.name },
  });
  await expect(desk.call('contacts.takeOver', { id: contact })).rejects.toThrow(
    'Visiting Asha was taken over already. Open that inquiry instead.',
  );
  office.network.mend();
  await desk.inStep();
  await until(
    'it is there',
    async () => (await reference(other, contact, 'inquiry', 'contactInquiry')) === inquiry,
  );
  await desk.call('changes.undo', { set: set ?? '' });
  await desk.inStep();
  await until(
    'it is free',
    async () => (await reference(other, contact, 'inquiry', 'contactInquiry')) === null,
  );
  await until('it is gone', async () => (await get(other, inquiry, 'inquiry')) === null);
  const again = await desk.call('contacts.takeOver', { id: contact });
  await desk.inStep();
  expect(again.inquiry).not.toBe(inquiry);
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('of two desks that take over one message offline the second is refused whole, with a sentence', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const contact = await create(other, 'contactInquiry', VISITOR);
  await other.inStep();
  await until('it is here', async () => (await get(desk, contact, 'contactInquiry')) !== null);
  office.network.cut();
  await desk.state('offline');
  const mine = await desk.call('contacts.takeOver', { id: contact });
  const theirs = await other.call('contacts.takeOver', { id: contact });
  await other.inStep();
  office.network.mend();
  await desk.inStep();
  const refused = (await desk.call('sync.tray', {})).filter(({ kind }) => kind === 'refused');
  expect(refused).toMatchObject([
    {
      message: expect.stringContaining(
        'Visiting Asha was taken over already by Kavita Menon. Open that inquiry instead.',
      ),
      set: { title: 'Took over Visiting Asha', changes: 2 },
    },
  ]);
  await desk.call('sync.discard', { id: refused[0]?.id ?? '' });
  await desk.inStep();
  expect(await get(desk, mine.inquiry, 'inquiry')).toBeNull();
  expect(await reference(desk, contact, 'inquiry', 'contactInquiry')).toBe(theirs.inquiry);
});

async function withInquiry(desk: TestDesk, other: TestDesk, Name: string): Promise<string> {
  const id = await create(desk, 'inquiry', { Name, mobile: '98200 11224', internshipType: 'DevOps' });
  await desk.inStep();
  await until('it is there', async () => (await get(other, id, 'inquiry')) !== null);
  return id;
}

const candidate = (email: string): Record<string, unknown> => ({
  ...PERSON,
  email,
  enrolledCourse: ['DevOps'],
});

it('offline an inquiry is enrolled as one change; an Undo deletes the candidate and frees it', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const id = await withInquiry(desk, other, 'Enrolled Asha');
  office.network.cut();
  await desk.state('offline');
  const made = newId();
  const { record, set } = await desk.call('inquiries.enrol', {
    id,
    candidate: made,
    changes: candidate('one@mail.test'),
  });
  expect(record).toMatchObject({ _id: made, inquiry: id, fullName: PERSON.fullName });
  expect(await reference(desk, id, 'enrolledAs', 'inquiry')).toBe(made);
  await expect(
    desk.call('inquiries.enrol', { id, candidate: newId(), changes: candidate('two@mail.test') }),
  ).rejects.toThrow('Enrolled Asha was enrolled already as Meera Iyer. Open that candidate instead.');
  // What is not right is refused whole.
  const third = await create(desk, 'inquiry', { Name: 'Third' });
  await expect(
    desk.call('inquiries.enrol', { id: third, candidate: newId(), changes: { fullName: 'No mobile' } }),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect(await reference(desk, third, 'enrolledAs', 'inquiry')).toBeNull();
  office.network.mend();
  await desk.inStep();
  await until('it is there', async () => (await reference(other, id, 'enrolledAs', 'inquiry')) === made);
  const undone = await desk.call('changes.undo', { set: set ?? '' });
  expect(await get(desk, made)).toBeNull();
  expect(await reference(desk, id, 'enrolledAs', 'inquiry')).toBeNull();
  await desk.inStep();
  await until('it is free', async () => (await reference(other, id, 'enrolledAs', 'inquiry')) === null);
  expect(await get(other, made)).toBeNull();
  // And done again.
  await desk.call('changes.undo', { set: undone.set ?? '' });
  await desk.inStep();
  await until('it is enrolled again', async () => (await get(other, made)) !== null);
  expect(await reference(other, id, 'enrolledAs', 'inquiry')).toBe(made);
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('of two desks that enrol one inquiry offline the second is refused whole, with a sentence', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const id = await withInquiry(desk, other, 'Wanted Asha');
  office.network.cut();
  await desk.state('offline');
  const mine = newId();
  await desk.call('inquiries.enrol', { id, candidate: mine, changes: candidate('mine@mail.test') });
  const theirs = newId();
  await other.call('inquiries.enrol', { id, candidate: theirs, changes: candidate('theirs@mail.test') });
  await other.inStep();
  office.network.mend();
  await desk.inStep();
  const refused = (await desk.call('sync.tray', {})).filter(({ kind }) => kind === 'refused');
  expect(refused).toMatchObject([
    {
      message: expect.stringContaining(
        'Wanted Asha was enrolled already as Meera Iyer by Kavita Menon. Open that candidate instead.',
      ),
    },
  ]);
  await desk.call('sync.discard', { id: refused[0]?.id ?? '' });
  await desk.inStep();
  expect(await get(desk, mine)).toBeNull();
  expect(await reference(desk, id, 'enrolledAs', 'inquiry')).toBe(theirs);
});

it('what is deleted frees what it came from, and takes it again when it comes back', async () => {
  const desk = await office.deskOf('admin');
  const id = await create(desk, 'inquiry', { Name: 'Freed Asha' });
  const made = newId();
  await desk.call('inquiries.enrol', { id, candidate: made, changes: candidate('freed@mail.test') });
  await desk.inStep();
  await desk.call('records.delete', { entity: 'candidate', id: made });
  await desk.inStep();
  await until('it is free', async () => (await reference(desk, id, 'enrolledAs', 'inquiry')) === null);
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  await until('it is taken', async () => (await reference(desk, id, 'enrolledAs', 'inquiry')) === made);
  expect((await desk.call('sync.status', {})).attention).toBe(0);
  await edit(desk, id, { notes: 'still here' }, 'inquiry');
});
