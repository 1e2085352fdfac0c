import { boardsOf } from '#shared/model/board.ts';
import { fieldOf, type EntityDefinition, type ListDefinition } from '#shared/model/entity.ts';
import { useState } from 'react';
import { keepBoard, keptBoard } from '../../stores/list-layout.ts';
import { useUser } from '../../stores/session.ts';
import { BOARD } from '../list-screen/list-url.ts';

type ChangeQuery = (change: (query: URLSearchParams) => URLSearchParams) => void;

export interface BoardChoice {
  /** The field by whose values the list is shown as a board; null for the list. */
  board: string | null;
  /** The same as it was asked for, also where this reader cannot have it. */
  asked: string | null;
  /** The boards that this list and this reader have. */
  possible: readonly string[];
  choose: (board: string | null) => void;
  /** Why there is a list in the place of a board. */
  sentences: readonly string[];
}

/**
 * Whether a list is shown as a board: as the address says, or else as it was left on this PC. A saved view says it by
 * itself.
 */
export function useBoardChoice(
  entity: EntityDefinition,
  list: ListDefinition,
  readable: ReadonlySet<string>,
  { key, isView }: { key: string; isView: boolean },
  { query, change }: { query: URLSearchParams; change: ChangeQuery },
): BoardChoice {
  const { _id } = useUser();
  const [kept, setKept] = useState(() => keptBoard(_id, key));
  const possible = boardsOf(list, readable);
  const given = query.get(BOARD);
  const asked = given ?? (isView ? null : kept);
  const board = asked !== null && possible.includes(asked) ? asked : null;
  return {
    board,
    asked,
    possible,
    choose: (next) => {
      if (!isView) {
        setKept(next);
        keepBoard(_id, key, next);
      }
      change((now) => (next === null ? now.delete(BOARD) : now.set(BOARD, next), now));
    },
    sentences: given && board === null ? [refusal(entity, given, readable)] : [],
  };
}

function refusal(entity: EntityDefinition, name: string, readable: ReadonlySet<string>): string {
  const label = Object.hasOwn(entity.fields, name) ? fieldOf(entity, name).label : `“${name.slice(0, 60)}”`;
  const reason =
    Object.hasOwn(entity.fields, name) && !readable.has(name) ? 'You cannot see' : 'There is no board by';
  return `${reason} ${label}${reason === 'You cannot see' ? '' : ' here'}. The list is shown instead.`;
}
