import { DOCUMENT_TYPES } from '#shared/model/document-file.ts';
import type { Candidate } from '#shared/model/candidate.ts';
import type { Document } from '#shared/model/document.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../files/keep-file.ts';
import type { FileStore } from '../files/store.ts';
import { pdfOfCv, textOfCv, type CvPage } from './cv-pdf.ts';
import { Random } from './random.ts';
import { recordId, updatedTime, calendarOf, type DemoOptions } from './record-base.ts';

/** Candidates with a CV are among so many, the newest: a demo of any size has a few dozen files. */
export const NEWEST_WITH_CV = 400;
/** Who waits for an interview has one, to be read before it; of the others one in so many. */
const ONE_IN = 12;

/** Writes the CVs of those of the candidates who have one. @returns how many */
export async function loadCvs(
  database: Database,
  files: FileStore,
  candidates: readonly Candidate[],
  options: DemoOptions,
): Promise<number> {
  const documents: Document[] = [];
  for (const candidate of candidates) {
    const random = new Random(options.seed, `cv ${candidate._id}`, 0);
    const isWanted = candidate.interviewStatus === 'Scheduled' || random.integer(1, ONE_IN) === 1;
    if (candidate.resumeStatus !== 'Uploaded' || !isWanted) continue;
    const page = cvOf(candidate);
    const bytes = pdfOfCv(page);
    const file = hashOf(bytes);
    await files.write(file, bytes);
    const createdAt = updatedTime(
      calendarOf(options),
      random,
      candidate.createdAt ?? options.today.toISOString(),
    );
    documents.push({
      _id: recordId(random, createdAt),
      createdAt,
      updatedAt: createdAt,
      candidate: candidate._id,
      hrRecord: null,
      kind: 'CV',
      name: `${candidate.fullName} CV.pdf`,
      file,
      type: DOCUMENT_TYPES['application/pdf'],
      size: bytes.byteLength,
      text: textOfCv(page),
      by: candidate.map,
      interviewerId: candidate.interviewerId,
    });
  }
  await database.write(async (trx) => {
    for (const { file, size } of documents)
      await trx.all(
        `INSERT INTO "files" ("hash", "type", "size", "unusedSince") VALUES (?, ?, ?, NULL)
         ON CONFLICT ("hash") DO NOTHING`,
        [file, 'application/pdf', size],
      );
  });
  return bulkLoad(database, 'document', documents);
}

/** What the record says of the person, as the person would. */
function cvOf(candidate: Candidate): CvPage {
  const { fullName, email, mobile, city, state, coreskill, enrolledCourse, experience } = candidate;
  const { courseBranch, collegeName, collegeLocation, yearOfPassing, academicScore, linkedin } = candidate;
  const said = (...words: (string | null)[]): string =>
    words.filter((word) => word !== null && word !== '').join(', ');
  const isNew = experience === null || /fresher/i.test(experience);
  return {
    name: fullName ?? '',
    contact: [said(email), said(mobile), said(city, state)].filter(Boolean).join('  |  '),
    sections: [
      ['Summary', [isNew ? 'Looking for a first position in software.' : `Experience: ${experience}.`]],
      ['Skills', [said(coreskill) || 'Willing to learn']],
      ['Training', (enrolledCourse ?? []).map((course) => `${course}, classroom and project work`)],
      [
        'Education',
        [
          said(courseBranch, yearOfPassing === null ? null : `passed in ${yearOfPassing}`, academicScore),
          said(collegeName, collegeLocation),
        ],
      ],
      ['Links', linkedin ? [linkedin] : ['On request']],
    ],
  };
}
