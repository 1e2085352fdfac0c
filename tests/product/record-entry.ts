import type { Locator, Page } from '@playwright/test';
import { toIndianInput } from '#shared/format/dates.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { choose } from './page-actions.ts';
import type { ScreenOffer } from './screen-offers.ts';

/** The words that stand at a field, in a form or as a filter. */
export function labelOf(offer: ScreenOffer, field: string, where: 'form' | 'filter'): string {
  const label = where === 'filter' ? offer.filterLabels?.[field] : offer.formLabels?.[field];
  return label ?? fieldOf(entityOf(offer.entity), field).label;
}

/** Enters a value into a field of an open form as its kind asks for. */
export async function enter(
  page: Page,
  form: Locator,
  offer: ScreenOffer,
  name: string,
  value: string | readonly string[],
): Promise<void> {
  const field = fieldOf(entityOf(offer.entity), name);
  const label = labelOf(offer, name, 'form');
  const texts = typeof value === 'string' ? [value] : value;
  if (offer.chosenFromRecords?.includes(name)) {
    await form.getByRole('combobox', { name: label, exact: true }).fill(texts[0] ?? '');
    return page.getByRole('option', { name: texts[0] ?? '' }).click();
  }
  switch (field.kind) {
    case 'option':
    case 'options':
    case 'reference':
      for (const text of texts) await choose(page, form, label, text);
      return;
    case 'datetime':
      return form.getByLabel(label, { exact: true }).fill(toIndianInput(texts[0] ?? ''));
    default: {
      const named = { name: label, exact: true };
      // A line that offers what other records hold is a combobox; anything may be typed there as well.
      const line = form.getByRole('textbox', named).or(form.getByRole('combobox', named));
      return line.fill(texts.join('\n'));
    }
  }
}
