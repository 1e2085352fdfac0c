import { defineEntity, type RecordOf } from './entity.ts';
import { list, longText, object, text, url } from './field.ts';

/** Section 3.3: the slide of the public career page. The server always has one; it can only be viewed and edited (2.19). */
export const careerSlide = defineEntity({
  name: 'careerSlide',
  label: 'Career Slide',
  plural: 'Career Slides',
  path: 'careers',
  // There is one: a list of phrases is no name, so it goes by its label.
  title: 'headline',
  fields: {
    headline: list('Headline'),
    subheading: longText('Subheading'),
    cta: object('CTA', { label: text('CTA Label'), url: url('CTA URL', { onWebsite: true }) }),
  },
  searchScopes: { default: ['headline', 'subheading'] },
  lists: {
    careerSlides: {
      columns: ['headline', 'subheading', 'cta'],
      filters: [],
      sort: { field: 'createdAt', direction: 'asc' },
      emptyText: 'No career slides found',
    },
  },
  access: { 'Super Admin': [{ rows: 'all', read: 'all', set: 'all' }] },
});

export type CareerSlide = RecordOf<typeof careerSlide>;
