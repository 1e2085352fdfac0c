import { expect, it } from 'vitest';
import { blog } from '#shared/model/blog.ts';
import { cellValueText } from './field-text.ts';

it('an article is its words, without tags, and with the signs that the editor writes otherwise', () => {
  const html = '<h2>Java&nbsp;&amp; React</h2><p>5 &lt; 6, &quot;quoted&quot; &amp;lt;</p>';
  expect(cellValueText(blog.fields.content, html)).toBe('Java & React 5 < 6, "quoted" &lt;');
});
