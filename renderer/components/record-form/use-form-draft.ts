import { pathShowing, routes } from '#shared/access/routes.ts';
import { namesTogether } from '#shared/model/proposals.ts';
import type { Role } from '#shared/access/roles.ts';
import { useLocation } from 'react-router-dom';
import { useRole } from '../../stores/session.ts';
import { useDraft, type OpenDraft } from '../drafts/use-draft.ts';
import type { RecordFormSettings } from './form-settings.ts';
import type { RecordForm } from './use-record-form.ts';

const LONGEST_TITLE = 300;

interface Place {
  /** Whether it lies over another dialog, whatever screen that is on. */
  over?: boolean | undefined;
  isNew: boolean;
  /** Id of the draft that it was opened with. */
  restored?: string | undefined;
}

/** Keeps what is typed in the form of a record until it is saved or thrown away. */
export function useFormDraft(form: RecordForm, settings: RecordFormSettings, place: Place): OpenDraft {
  const { pathname } = useLocation();
  const role = useRole();
  return useDraft(
    form.typed,
    () => {
      const values = form.typed ?? {};
      const title = form.draft[form.entity.title];
      return {
        entity: settings.entity,
        recordId: form.recordId,
        isNew: place.isNew,
        form: formOf(settings, pathname, role, place.over === true),
        title: typeof title === 'string' ? title.slice(0, LONGEST_TITLE) : '',
        values,
        seen: Object.fromEntries(
          namesTogether(settings.entity, values).map((name) => [name, form.seen[name] ?? null]),
        ),
        references: Object.fromEntries(
          Object.keys(values).flatMap((name) => {
            const text = form.references[name];
            return text === undefined ? [] : [[name, text.slice(0, 1_000)]];
          }),
        ),
        about: settings.draftAs?.about ?? null,
        beside: {},
        ...(settings.mends === undefined ? {} : { mends: settings.mends }),
      };
    },
    place.restored,
  );
}

/** The screen whose list has this form; of a form that is opened elsewhere, the one with all of its records. */
function formOf(settings: RecordFormSettings, path: string, role: Role, isOver: boolean): string {
  if (settings.draftAs) return settings.draftAs.form;
  const isOfList = routes.find((route) => route.path === path)?.list?.startsWith(`${settings.entity}.`);
  return (!isOver && isOfList ? path : pathShowing(settings.entity, role)) ?? path;
}
