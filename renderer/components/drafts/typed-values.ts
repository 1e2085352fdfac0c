import { textPictureOf } from '#shared/model/named-files.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Values } from '../record-form/form-values.ts';
import { UnreadText } from '../record-form/unread-text.ts';

const KEPT_BY_NOBODY: ReadonlySet<string> = new Set(['secret', 'file']);

/** What of the changes of a form is kept as a draft: no secret, and no file that was chosen. */
export function keptOf(entity: EntityDefinition, changes: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => !KEPT_BY_NOBODY.has(fieldOf(entity, name).kind)),
  );
}

/**
 * What a draft gives a form back: fields that the form has and the user may set, with values that their inputs can show.
 * Pictures that were put into a text and not saved are not among it.
 * @param stored the record as it is now
 */
export function givenBack(
  entity: EntityDefinition,
  names: readonly string[],
  settable: ReadonlySet<string>,
  values: Values,
  stored: Values,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(values, name) || !settable.has(name)) continue;
    const value = shownValue(entity, name, values[name]);
    if (value !== undefined)
      given[name] =
        fieldOf(entity, name).kind === 'richText' ? withoutNewPictures(value, stored[name]) : value;
  }
  return given;
}

/** undefined where no input of the field could hold it. */
function shownValue(entity: EntityDefinition, name: string, value: unknown): unknown {
  const { kind } = fieldOf(entity, name);
  if (KEPT_BY_NOBODY.has(kind)) return undefined;
  if (value === null) return null;
  if (isUnread(value) && kind !== 'object') {
    const [before, meant] = [value.before, value.meant].map((each) => shownValue(entity, name, each));
    return new UnreadText(value.text, value.problem, {
      ...(before === undefined ? {} : { before }),
      ...(meant === undefined ? {} : { meant }),
    });
  }
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (kind === 'money' || kind === 'number') return typeof value === 'number' ? value : undefined;
  if (kind === 'options' || kind === 'list')
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
  if (kind === 'object') return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  return typeof value === 'string' ? value : undefined;
}

function isUnread(
  value: unknown,
): value is { text: string; problem: string; before?: unknown; meant?: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'text') === 'string' && typeof Reflect.get(value, 'problem') === 'string';
}

/** The desk forgets pictures that no saved text names; a text that names one of those could not be saved. */
function withoutNewPictures(value: unknown, stored: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('<img')) return value;
  const before = typeof stored === 'string' ? stored : '';
  const page = new DOMParser().parseFromString(value, 'text/html');
  let isChanged = false;
  for (const image of page.querySelectorAll('img')) {
    const hash = textPictureOf(image.getAttribute('src') ?? '');
    if (hash === null || before.includes(hash)) continue;
    (image.closest('figure') ?? image).remove();
    isChanged = true;
  }
  return isChanged ? page.body.innerHTML : value;
}
