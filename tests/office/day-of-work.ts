import { randomUUID } from 'node:crypto';
import type { EntityName } from '#shared/model/entities.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** A change as a desk sends it, but for what the desk adds: the operation's id, and what it had seen. */
export type WorkOperation = Omit<Operation, 'id' | 'base'>;

/** Records that are there when the day begins. */
export interface Office {
  candidates: readonly string[];
  inquiries: readonly string[];
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/**
 * What a desk saves as its `number`th work: of ten, five edits of a candidate, one note of a candidate's call, two new
 * inquiries, one note of an inquiry's call, and one link that is added and deleted. Each element is one push.
 */
export function workOf(desk: number, number: number, { candidates, inquiries }: Office): WorkOperation[] {
  const pick = (ids: readonly string[]): string => ids[(desk * 31 + number) % ids.length] ?? '';
  const change = (
    entity: EntityName,
    recordId: string,
    changes: WorkOperation['changes'],
  ): WorkOperation[] => [{ kind: 'update', entity, recordId, changes }];
  switch ((desk + number) % 10) {
    case 0:
      return change('candidate', pick(candidates), {
        discussion: `Call ${number} of desk ${desk}: wants to join on Monday`,
        nextCall: inDays(1 + (desk % 7)),
      });
    case 1:
    case 2: {
      const changes = {
        Name: `Caller ${desk}-${number}`,
        mobile: `90000${String(desk * 100 + number).padStart(5, '0')}`,
        notes: 'Asked about fees and weekend batches',
        nextCall: inDays(2),
      };
      return [{ kind: 'create', entity: 'inquiry', recordId: randomUUID(), changes }];
    }
    case 3:
      return change('inquiry', pick(inquiries), {
        notes: `Desk ${desk} called, asks for a demo class`,
        nextCall: inDays(3),
      });
    case 4: {
      const link = { entity: 'dataLink', recordId: randomUUID() } as const;
      const changes = { purpose: `Sheet of desk ${desk}`, link: 'https://example.com/sheet' };
      return [
        { kind: 'create', ...link, changes },
        { kind: 'delete', ...link, changes: {} },
      ];
    }
    default:
      return change('candidate', pick(candidates), { city: `City ${desk}-${number}` });
  }
}
