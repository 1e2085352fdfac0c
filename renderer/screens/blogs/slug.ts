import { normalise } from '#shared/format/normalise.ts';
import { NAME_LENGTH } from '#shared/model/field.ts';

/** The last part of an article's address, as titles become addresses: "What's new in Java?" is `whats-new-in-java`. */
export function slugOf(title: string): string {
  return normalise(title, 'NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-+|-+$/g, '');
}
