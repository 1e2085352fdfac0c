import { entityOf } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { formFieldNames, type RecordFormSettings } from './form-settings.ts';

/**
 * The form with every field that people may fill: those that no section names have one of their own at the end, until
 * somebody gives them a better place.
 */
export function withEveryField(form: RecordFormSettings): RecordFormSettings {
  const named = new Set(formFieldNames(form.sections));
  const others = storedFields(entityOf(form.entity)).flatMap(([name, { serverSet, followed }]) =>
    serverSet === true || followed === true || named.has(name) ? [] : [name],
  );
  if (others.length === 0) return form;
  const section = { title: 'Other', fields: others };
  return {
    ...form,
    sections: [...form.sections, section],
    ...(form.viewSections && { viewSections: [...form.viewSections, section] }),
  };
}
