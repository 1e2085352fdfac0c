import type { Documented } from '#shared/protocol/document-calls.ts';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { viewDocument } from './document-dialogs.ts';
import { DocumentPlaces } from './document-places.ts';
import { withShortLead } from './place-parts.ts';
import classes from './documents.module.css';

const sources = {
  candidate: new DocumentPlaces(bridge, 'candidate'),
  hrRecord: new DocumentPlaces(bridge, 'hrRecord'),
} as const;

for (const source of Object.values(sources)) {
  bridge.on('changed', (event) => source.changed(event));
  bridge.onConnection((connection) => {
    if (connection === 'open') source.askAgain();
  });
}

/** Below a found row's name: where its document says what was searched; a press shows the document. */
function PlaceLine({ entity, id }: { entity: Documented; id: string }): ReactNode {
  const source = sources[entity];
  const subscribe = useCallback((listener: () => void) => source.show(id, listener), [source, id]);
  const place = useSyncExternalStore(subscribe, () => source.of(id));
  if (!place) return null;
  const whole = place.parts.map(({ text }) => text).join('');
  return (
    <button
      type="button"
      className={classes.place}
      aria-haspopup="dialog"
      aria-label={`Show ${place.name}, which says: ${whole}`}
      title={`${place.name}: ${whole}`}
      data-row-control=""
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        viewDocument({ id: place.document, name: place.name });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className={classes.placeText}>
        <span className={classes.placeName}>{place.name}</span>
        {': '}
        {withShortLead(place.parts).map(({ text, found }, at) =>
          found ? <mark key={`${at} ${text}`}>{text}</mark> : text,
        )}
      </span>
    </button>
  );
}

const LINES = {
  candidate: ({ _id }: GridRow) => <PlaceLine entity="candidate" id={_id} />,
  hrRecord: ({ _id }: GridRow) => <PlaceLine entity="hrRecord" id={_id} />,
} as const;

/**
 * What stands below the names of the rows that a search in documents has found.
 * @param search what is searched there; '' where nothing is.
 */
export function usePlaces(
  entity: Documented | null,
  search: string,
): ((row: GridRow) => ReactNode) | undefined {
  useEffect(() => {
    if (!entity) return;
    sources[entity].search(search);
    return () => sources[entity].search('');
  }, [entity, search]);
  return entity && search !== '' ? LINES[entity] : undefined;
}
