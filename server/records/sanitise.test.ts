import { expect, test } from 'vitest';
import { RichTextTooComplex, sanitiseRichText, takeForeignRichText, takeRichText } from './sanitise.ts';

test('what the editor makes survives as it is', () => {
  const made = [
    '<h2>Heading</h2><h3>Smaller</h3><h4>Smallest</h4>',
    '<p>Text <strong>bold</strong> <i>italic</i> <u>under</u> <s>struck</s> <code>code</code></p>',
    '<p><a href="https://example.com/page?a=1&amp;b=2">web</a> <a href="mailto:a@example.com">mail</a></p>',
    '<ul><li>one<ul><li>nested</li></ul></li></ul><ol start="3"><li>three</li></ol>',
    '<blockquote><p>Quote</p></blockquote>',
    '<pre><code class="language-javascript">if (a &lt; b) go();</code></pre>',
    '<figure class="table"><table><thead><tr><th scope="col">A</th></tr></thead>',
    '<tbody><tr><td colspan="2" rowspan="1">B</td></tr></tbody></table></figure>',
  ].join('');
  expect(sanitiseRichText(made)).toBe(made);
});

test('a picture of ours survives', () => {
  const html = `<figure class="image"><img src="/api/files/${'ab'.repeat(32)}" alt="Us &quot;all&quot;" width="10" /></figure>`;
  expect(sanitiseRichText(html)).toBe(html);
  expect(takeForeignRichText({ label: 'Content' }, html)).toEqual({
    html: '<figure class="image"><img alt="Us &quot;all&quot;" width="10" /></figure>',
    refusal: 'Pictures of Content do not come with an export; insert them again',
  });
});

test('what articles of an older system hold survives: alignment, rules, pictures by web address', () => {
  const html =
    '<div><p style="text-align:center">Middle</p><p>H<sub>2</sub>O <mark>new</mark></p></div>' +
    '<figure class="image"><img src="https://images.example.com/a.jpg" alt="A" width="10" height="20" />' +
    '<figcaption>Caption</figcaption></figure>';
  expect(sanitiseRichText(html)).toBe(html);
});

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script within words', '<p>a<SCRIPT type="module">alert(1)</SCRIPT>b</p>', '<p>ab</p>'],
  [
    'what stands in for a script',
    '<p>a</p><noscript><p>no</p></noscript><template>no</template>',
    '<p>a</p>',
  ],
  ['a handler', '<img src="https://e.com/a.png" onerror="x()" />', '<img src="https://e.com/a.png" />'],
  ['a script as address', '<a href="javascript:x()">a</a>', '<a>a</a>'],
  ['a hidden scheme', '<a href="java&#10;script:x()">a</a>', '<a>a</a>'],
  ['a picture that is no web address', '<img src="data:image/svg+xml,x" alt="a" />', '<img alt="a" />'],
  ['a page of ours as picture', '<img src="/api/blogs" />', '<img />'],
  ['a picture by a way around', '<img src="/api/files/../blogs" />', '<img />'],
  ['a picture of our own under no hash', '<img src="/api/files/ABC" />', '<img />'],
  ['a drawing as picture', '<img src="data:image/svg+xml;base64,PHN2Zz4=" />', '<img />'],
  [
    'a choice of pictures',
    '<img src="https://e.com/a.png" srcset="//e.com/b.png 2x" />',
    '<img src="https://e.com/a.png" />',
  ],
  [
    'a picture in several forms',
    '<picture><source srcset="//e.com/a" /><img src="//e.com/b" /></picture>',
    '<img />',
  ],
  ['an address without scheme', '<img src="//e.com/a.png" />', '<img />'],
  ['a frame', '<iframe src="https://e.com"></iframe>', ''],
  ['a form', '<form action="https://e.com"><input name="a" /></form>', ''],
  ['a class of a page', '<div class="overlay">a</div>', '<div>a</div>'],
  [
    'a style that covers the page',
    '<p style="position:fixed;text-align:left">a</p>',
    '<p style="text-align:left">a</p>',
  ],
  ['a picture in a style', '<p style="background:url(https://e.com)">a</p>', '<p>a</p>'],
  ['another class of a figure', '<figure class="table overlay"></figure>', '<figure class="table"></figure>'],
  ['a drawing with a script', '<svg onload="x()"><a href="javascript:x()">a</a></svg>', '<a>a</a>'],
])('%s does not survive', (_what, hostile, harmless) => {
  expect(sanitiseRichText(hostile)).toBe(harmless);
});

test('a link to a new page cannot reach back to the one it came from', () => {
  expect(sanitiseRichText('<a href="https://e.com" target="_blank" rel="opener">a</a>')).toBe(
    '<a href="https://e.com" target="_blank" rel="noopener noreferrer">a</a>',
  );
});

/** Texts of up to a million characters, the most that a field takes. */
const LENGTH = 1_000_000;
const filled = (part: string): string => part.repeat(Math.floor(LENGTH / part.length));

/** Milliseconds of this process's own time: others on the machine do not count. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1_000;
}

test.each([
  ['tags that are never closed', filled('<x>')],
  ['tags within each other', filled('<b>')],
  ['a hundred thousand tags within each other', `${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}`],
  ['tags beside each other', filled('<b>x</b>')],
  ['styled paragraphs', filled('<p style="text-align:left">x</p>')],
  ['beginnings of tags', filled('< ')],
  ['ends of tags', filled('</b>')],
  ['comments', filled('<!---->')],
  ['written characters', filled('&amp;')],
  ['links to new pages', filled('<a target=_blank>x</a>')],
  ['scripts', filled('<script></script>')],
  ['frames within frames', filled('<iframe><b>')],
  ['many attributes', `<a ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>x</a>`],
  ['one attribute over and over', `<p ${'a '.repeat(300_000)}>x</p>`],
  ['attributes behind each other', `<p ${'a="b"'.repeat(150_000)}>x</p>`],
  ['attributes behind a sign that opens no value', `<p a= ="x ${'b '.repeat(300_000)}">x</p>`],
])('%s are refused before they cost much', (_what, hostile) => {
  expect(cost(() => expect(() => sanitiseRichText(hostile)).toThrow(RichTextTooComplex))).toBeLessThan(500);
});

test('words in a value are no attributes, however it is quoted', () => {
  const words = 'so / many = words '.repeat(150);
  for (const text of [`title="${words}"`, `title = '${words}'`, `href="https://e.com/${'a/'.repeat(900)}"`])
    expect(sanitiseRichText(`<p ${text}>x</p>`)).toBe('<p>x</p>');
});

test('what is long in one place is left out, and costs little', () => {
  for (const hostile of [
    `<p style="${'text-align:center;'.repeat(50_000)}">x</p>`,
    `<p style="${'{'.repeat(100_000)}">x</p>`,
    `<figure class="${'table '.repeat(100_000)}">x</figure>`,
    `<a href="https://e.com/${'a'.repeat(900_000)}">x</a>`,
  ]) {
    let safe = '';
    expect(cost(() => (safe = sanitiseRichText(hostile)))).toBeLessThan(500);
    expect(safe.length).toBeLessThan(200);
  }
});

test('a value of 4,000 characters is kept, and a longer one left out', () => {
  const image = (alt: number): string => `<img src="https://e.com/a.png" alt="${'a'.repeat(alt)}" />`;
  expect(sanitiseRichText(image(4_000))).toBe(image(4_000));
  expect(sanitiseRichText(image(4_001))).toBe('<img src="https://e.com/a.png" />');
});

test('a picture by its address is taken, and a text with one in the text itself is not', () => {
  const field = { label: 'Content' };
  const html = '<p><img src="https://e.com/a.png" alt="A" /></p>';
  expect(takeRichText(field, html)).toEqual({ html });
  expect(takeForeignRichText(field, html)).toEqual({ html });
  const inline = '<p>a <img src=" data:image/png;base64,AAAA" /></p>';
  expect(takeRichText(field, inline).refusal).toMatch(/^Content holds a picture in the text itself/);
  expect(takeForeignRichText(field, inline)).toMatchObject({ html: '<p>a <img /></p>' });
  // Only a picture has its content there.
  expect(takeRichText(field, '<a href="https://e.com/data:a">a</a>').refusal).toBeUndefined();
});

test('numbers of tables, lists and pictures are bounded', () => {
  expect(sanitiseRichText('<table><colgroup><col span="99999999" /></colgroup></table>')).toBe(
    '<table><colgroup><col /></colgroup></table>',
  );
  expect(sanitiseRichText('<td colspan="1000" rowspan="-1">x</td>')).toBe('<td>x</td>');
  expect(sanitiseRichText('<td colspan="1e9" rowspan="2">x</td>')).toBe('<td rowspan="2">x</td>');
  expect(sanitiseRichText('<ol start="99999999999"><li>x</li></ol>')).toBe('<ol><li>x</li></ol>');
  expect(sanitiseRichText('<img src="https://e.com/a.png" width="9999999" height="20" />')).toBe(
    '<img src="https://e.com/a.png" height="20" />',
  );
  const columns = sanitiseRichText(`<table>${'<col span="100" />'.repeat(5_000)}</table>`);
  expect(columns.match(/span=/g)).toHaveLength(100);
});

test('an article of the largest kind is taken as it is', () => {
  const row = `<tr>${'<td colspan="1">A value &amp; another</td>'.repeat(10)}</tr>`;
  const article = `<h2>Table</h2><table><tbody>${row.repeat(400)}</tbody></table><p>${'word '.repeat(100_000)}</p>`;
  expect(sanitiseRichText(article)).toBe(article);
  const nested = `${'<ul><li>'.repeat(40)}x${'</li></ul>'.repeat(40)}`;
  expect(sanitiseRichText(nested)).toBe(nested);
});

test('a text that would be longer than its field when written safely is refused', () => {
  const field = { label: 'Content', maxLength: 10 };
  expect(takeRichText(field, '<b>x')).toEqual({ html: '<b>x</b>' });
  expect(takeRichText(field, 'a & b & c').refusal).toMatch(/^Content is made of too many parts/);
});
