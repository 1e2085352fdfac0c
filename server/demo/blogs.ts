import type { Blog } from '#shared/model/blog.ts';
import { articles } from './blog-articles.ts';
import { Random } from './random.ts';
import { calendarOf, createdTime, recordBase, type DemoOptions } from './record-base.ts';

export function* demoBlogs(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, article] of articles.entries()) {
    const random = new Random(options.seed, 'blog', index);
    yield {
      ...recordBase(calendar, random, createdTime(calendar, random, index, articles.length)),
      ...article,
      isDraft: false,
      image: `https://images.example.com/blog/${article.slug}.jpg`,
    } satisfies Partial<Blog>;
  }
}
