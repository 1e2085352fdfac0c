import type { CareerSlide } from '#shared/model/career-slide.ts';
import { Random } from './random.ts';
import { calendarOf, HISTORY_DAYS, recordBase, type DemoOptions } from './record-base.ts';

/** The one slide of the career page. */
export function* demoCareerSlides(options: DemoOptions) {
  const calendar = calendarOf(options);
  const random = new Random(options.seed, 'career slide');
  yield {
    ...recordBase(calendar, random, calendar.time(-HISTORY_DAYS - 10, 640)),
    headline: ['Learn from working engineers', 'Build real projects', 'Start your IT career'],
    subheading:
      'Classroom and online training in Full Stack, Java, AI/ML, DevOps and Cloud, with mock interviews and placement support until you join.',
    cta: { label: 'See open positions', url: 'https://careers.example.com/jobs' },
  } satisfies Partial<CareerSlide>;
}
