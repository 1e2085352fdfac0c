import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';

/**
 * Why a record is not here: it may be among those that are not fetched yet; else it is gone.
 * @param gone what is said then, where that is more
 */
export function notHere(
  { position }: Pick<Cache, 'position'>,
  { label }: Pick<EntityDefinition, 'label'>,
  gone = `This ${inSentence(label)} is no longer there. Somebody may have deleted it.`,
): PlainError {
  if (position.complete) return new PlainError('not-found', gone);
  const toCome = `This ${inSentence(label)} is being fetched again. Try again in a moment; nothing is lost.`;
  return new PlainError('unavailable', toCome);
}
