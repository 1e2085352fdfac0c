import type { Candidate } from '#shared/model/candidate.ts';
import { candidateNotes } from './candidate-notes.ts';
import { education, identity, person } from './candidate-person.ts';
import { interview, nextCall, placement, stageAt } from './candidate-progress.ts';
import { payment, training } from './candidate-training.ts';
import { EmailAddresses } from './contact-details.ts';
import { linksOf } from './linked.ts';
import type { PersonName } from './names.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type CountedDemoOptions } from './record-base.ts';
import { atWork, demoUsers, teamOf } from './staff.ts';

/**
 * Candidates, the oldest first, one at a time: a load of any size needs the memory of one record. Each is made
 * from its own random stream; training, fees, interview, placement and notes agree with each other.
 */
export function* demoCandidates(options: CountedDemoOptions) {
  const calendar = calendarOf(options);
  const team = teamOf(options);
  const addresses = new EmailAddresses();
  const students = studentsByIndex(options);
  const links = linksOf(options);
  for (let index = 0; index < options.count; index += 1) {
    const random = new Random(options.seed, 'candidate', index);
    const createdAt = createdTime(calendar, random, index, options.count);
    const cameOn = calendar.dayOf(createdAt);
    const base = recordBase(calendar, random, createdAt);
    const student = students.get(index);
    const drawn = identity(random, calendar);
    const inquiry = student ? undefined : links.enrolled.get(index);
    const name = student?.name ?? (inquiry && nameOf(inquiry.Name, drawn.name));
    const who = name ? { ...drawn, name } : drawn;
    const stage = stageAt(random, -cameOn);
    const trained = training(random, calendar, stage, cameOn);
    const paid = payment(random, stage, trained.enrolledCourse ?? []);
    const interviewed = interview(random, calendar, team, stage, cameOn);
    const placed = placement(random, stage, who.experience);
    const hr = random.chance(0.96) ? atWork(random, team.hrs, cameOn) : atWork(random, team.admins, cameOn);
    const docsCollected = random.chance(stage === 'enrolled' ? 0.3 : 0.87) ? 'Yes' : 'No';
    const hasResume = stage !== 'enrolled' && (stage !== 'training' || random.chance(0.5));
    yield {
      ...base,
      ...person(random, options.seed, index, addresses, who),
      ...(student ? { fullName: student.name.full, email: student.email } : {}),
      ...(inquiry ? { fullName: inquiry.Name, mobile: inquiry.mobile } : {}),
      ...education(random, who),
      ...trained,
      ...paid,
      experience: who.experience,
      nextCall: nextCall(random, calendar, stage),
      resumeStatus: hasResume ? 'Uploaded' : 'Not Uploaded',
      leadSource: random.weighted([
        ['LinkedIn', 18],
        ['Referral', 26],
        ['College', 16],
        ['WhatsApp', 14],
        ['Website', 20],
        ['Other', 6],
      ]),
      counselor: random.chance(0.8) ? hr.name : atWork(random, team.hrs, cameOn).name,
      docsCollected,
      ...interviewed,
      ...placed,
      ...candidateNotes(random, {
        stage,
        first: who.name.first,
        city: who.home.city,
        course: trained.enrolledCourse?.[0] ?? 'Other',
        coreskill: trained.coreskill ?? '',
        batchTime: trained.batchTime,
        fee: paid.fee,
        paymentStatus: paid.paymentStatus ?? 'Not Paid',
        docsCollected,
        company: placed.company,
        ctc: placed.ctc,
        interviewStatus: interviewed.interviewStatus,
      }),
      map: hr._id,
      inquiry: inquiry?._id ?? null,
      studentId: student?._id ?? null,
    } satisfies Partial<Candidate>;
  }
}

function nameOf(full: string, { gender }: PersonName): PersonName {
  const [first = '', ...last] = full.split(' ');
  return { first, last: last.join(' '), full, gender };
}

/** The candidates who are the students with an account, by their place: some weeks ago, one behind the other. */
function studentsByIndex(
  options: CountedDemoOptions,
): Map<number, { _id: string; email: string; name: PersonName }> {
  const students = [...demoUsers(options)].filter(({ roleName }) => roleName === 'Student');
  return new Map(
    students.map(({ _id, name, email, gender }, at) => {
      const full = name ?? '';
      const [first = '', last = ''] = full.split(' ');
      const known: PersonName = { first, last, full, gender: gender ?? 'Other' };
      return [Math.floor(options.count * 0.8) + at, { _id, email: email ?? '', name: known }];
    }),
  );
}
