import type { Params } from '#shared/protocol/bridge.ts';
import { newId } from '#shared/model/new-id.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { DraftKeeper, type NotKept } from './draft-keeper.ts';
import { refreshLeft } from './left-drafts.ts';

export interface OpenDraft {
  keeper: DraftKeeper;
  notKept: NotKept | null;
}

/**
 * Keeps what is typed in a form.
 * @param typed what was changed, another object with each change; null where nothing was, undefined where nobody knows yet
 * @param make the draft, asked for when typing pauses
 * @param restored id of the draft that the form was opened with
 */
export function useDraft(
  typed: object | null | undefined,
  make: () => Omit<Params<'drafts.keep'>, 'id'> | null,
  restored?: string,
): OpenDraft {
  const [notKept, setNotKept] = useState<NotKept | null>(null);
  const [keeper] = useState(() => new DraftKeeper(restored ?? newId(), restored !== undefined, setNotKept));
  const hear = useEffectEvent((now: object | null) => {
    const draft = now && make();
    if (draft) keeper.typed(() => ({ id: keeper.id, ...draft }));
    else keeper.forget();
  });
  useEffect(() => {
    if (typed !== undefined) hear(typed);
  }, [typed]);
  useEffect(() => {
    keeper.opened();
    return () => {
      keeper.closed();
      void refreshLeft();
    };
  }, [keeper]);
  return { keeper, notKept };
}
