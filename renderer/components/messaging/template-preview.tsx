import { fillTemplate } from '#shared/messages/fill-template.ts';
import { inSentence, withArticle } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { MESSAGED, type Messaged } from '#shared/model/message-template.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useRole, useUser } from '../../stores/session.ts';
import type { Person } from '../activities/person.ts';
import type { Values } from '../record-form/form-values.ts';
import classes from './messaging.module.css';
import { usePersonView } from './use-person-view.ts';

const LISTS = { candidate: 'candidates', inquiry: 'inquiries' } as const;

/** A template as the newest person of each kind that it is for would get it, while it is written. */
export function TemplatePreview({ draft }: { draft: Values }): ReactNode {
  const { audience, text } = draft;
  const kinds = (Object.keys(MESSAGED) as Messaged[]).filter(
    (word) => Array.isArray(audience) && audience.includes(word),
  );
  if (typeof text !== 'string' || text.trim() === '') return null;
  const isMail = draft['channel'] === 'Email';
  const subject = isMail && typeof draft['subject'] === 'string' ? draft['subject'] : '';
  return kinds.map((word) => (
    <Preview key={word} entity={MESSAGED[word].name as Person['entity']} subject={subject} text={text} />
  ));
}

interface PreviewProps {
  entity: Person['entity'];
  subject: string;
  text: string;
}

function Preview({ entity, subject, text }: PreviewProps): ReactNode {
  const role = useRole();
  const sender = useUser().name;
  const definition = entityOf(entity);
  const view = usePersonView(entity, useNewest(entity));
  const record: AnyRecord = view?.record ?? { _id: '' };
  const of = { entity: definition, record, references: view?.references ?? {}, role, sender };
  const name = record[definition.title];
  const who = typeof name === 'string' && name !== '' ? name : withArticle(definition.label);
  return (
    <section aria-label={`Preview for ${inSentence(definition.plural)}`}>
      <div className={classes.previewHead}>As {who} would get it</div>
      <div className={classes.preview}>
        {subject !== '' && <strong>{`${fillTemplate(subject, of).text}\n`}</strong>}
        {fillTemplate(text, of).text}
      </div>
    </section>
  );
}

/** Who was added last; undefined while that is not known, and where there is nobody. */
function useNewest(entity: Person['entity']): string | undefined {
  const [id, setId] = useState<string | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const query = { entity, list: LISTS[entity], offset: 0, limit: 1 };
    bridge.call('records.list', query).then(
      ({ rows }) => {
        if (wanted) setId(rows[0]?._id);
      },
      // The preview shows the fields' names instead.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [entity]);
  return id;
}
