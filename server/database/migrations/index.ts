import type { Migration } from '../migration.ts';
import { migration as m1 } from './0001-initial.ts';
import { migration as m2 } from './0002-sealed-passwords-and-audit-log.ts';
import { migration as m3 } from './0003-files.ts';
import { migration as m4 } from './0004-recent-times.ts';
import { migration as m5 } from './0005-conflicts-by-seq.ts';
import { migration as m6 } from './0006-operations-unchanged.ts';
import { migration as m7 } from './0007-known-places.ts';
import { migration as m8 } from './0008-data-taken.ts';
import { migration as m9 } from './0009-second-factors.ts';
import { migration as m10 } from './0010-interviews-and-unique-slugs.ts';
import { migration as m11 } from './0011-students-own-candidates.ts';
import { migration as m12 } from './0012-blog-drafts.ts';
import { migration as m13 } from './0013-what-search-looks-into.ts';
import { migration as m14 } from './0014-pictures-in-texts.ts';
import { migration as m15 } from './0015-change-sets.ts';
import { migration as m16 } from './0016-activities.ts';
import { migration as m17 } from './0017-whose-it-is.ts';
import { migration as m18 } from './0018-numbers-that-search-finds.ts';
import { migration as m19 } from './0019-duplicates.ts';
import { migration as m20 } from './0020-undos-in-part.ts';
import { migration as m21 } from './0021-saved-views.ts';
import { migration as m22 } from './0022-message-templates.ts';
import { migration as m23 } from './0023-documents.ts';
import { migration as m24 } from './0024-consent.ts';
import { migration as m25 } from './0025-erased.ts';
import { migration as m26 } from './0026-office-setting.ts';
import { migration as m27 } from './0027-retention.ts';
import { migration as m28 } from './0030-join-codes.ts';
import { migration as m29 } from './0033-updates.ts';
import { migration as m30 } from './0034-inquiry-contact.ts';
import { migration as m31 } from './0035-conflicts-by-record.ts';
import { migration as m32 } from './0036-no-samples.ts';
import { migration as m33 } from './0037-sent-for.ts';
import { migration as m34 } from './0038-sent-for-index.ts';

/** Every migration in order. Written by `npm run migration`. */
export const migrations: readonly Migration[] = [
  m1,
  m2,
  m3,
  m4,
  m5,
  m6,
  m7,
  m8,
  m9,
  m10,
  m11,
  m12,
  m13,
  m14,
  m15,
  m16,
  m17,
  m18,
  m19,
  m20,
  m21,
  m22,
  m23,
  m24,
  m25,
  m26,
  m27,
  m28,
  m29,
  m30,
  m31,
  m32,
  m33,
  m34,
];
