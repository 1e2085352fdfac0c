import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { sentenceOf, showToast } from '../messages/messages.tsx';

/** The catalogue's sentences (section 8) for records that filters and fields offer as choices. */
const FAILURES: Partial<Record<EntityName, string>> = {
  leadStatus: 'Failed to fetch lead statuses',
  role: 'Failed to fetch roles',
  user: 'Failed to fetch users.',
};

/** Long enough to press Retry, in milliseconds. */
const SHOWN_MS = 10_000;

/** What has failed and not worked since: a filter and a field must not say so one after the other. */
const failing = new Set<EntityName>();

/**
 * Asks for choices that come from the records of an entity. A failure is said once, with a Retry, until it works
 * again; `keep` is told of each, so that the asker can show what it has.
 */
export function fetchChoices<T>(
  entity: EntityName,
  ask: () => Promise<T>,
  take: (found: T) => void,
  keep: () => void = () => undefined,
): void {
  ask().then(
    (found) => {
      failing.delete(entity);
      take(found);
    },
    (error: unknown) => {
      keep();
      if (failing.has(entity)) return;
      failing.add(entity);
      showToast({
        title: FAILURES[entity] ?? `Failed to fetch ${inSentence(entityOf(entity).plural)}`,
        message: sentenceOf(error, 'The choices are missing for now.'),
        color: 'red',
        autoClose: SHOWN_MS,
        action: {
          label: 'Retry',
          run: () => {
            failing.delete(entity);
            fetchChoices(entity, ask, take, keep);
          },
        },
      });
    },
  );
}
