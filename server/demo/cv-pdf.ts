/** A page of a CV as a PDF of its own making: a name in large letters, below it headings and lines, in Helvetica. */

export interface CvPage {
  name: string;
  /** Below the name: how to reach the person. */
  contact: string;
  sections: readonly (readonly [heading: string, lines: readonly string[]])[];
}

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;
const SIZES = { name: 22, heading: 12, line: 10.5 } as const;

/** What the page says, line by line. */
export const textOfCv = ({ name, contact, sections }: CvPage): string =>
  [name, contact, ...sections.flatMap(([heading, lines]) => [heading, ...lines])].join('\n');

/** Signs outside of Latin-1 become question marks: the demo has none. */
export function pdfOfCv({ name, contact, sections }: CvPage): Buffer {
  const shown: string[] = [];
  let top = HEIGHT - MARGIN - SIZES.name;
  const write = (text: string, font: 'F1' | 'F2', size: number, above: number): void => {
    top -= above;
    const quoted = text.replace(/[\\()]/g, String.raw`\$&`).replace(/[^\u0020-\u00ff]/g, '?');
    shown.push(`BT /${font} ${size} Tf ${MARGIN} ${top} Td (${quoted}) Tj ET`);
  };
  write(name, 'F2', SIZES.name, 0);
  write(contact, 'F1', SIZES.line, 20);
  for (const [heading, lines] of sections) {
    write(heading, 'F2', SIZES.heading, 30);
    for (const line of lines) write(line, 'F1', SIZES.line, 16);
  }
  const content = shown.join('\n');
  const font = (base: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`;
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

/** Objects from number 1 on, the first of them the catalogue, and the table of where each begins. */
function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
