/** A piece of a template: text as it stands, or what is filled in. */
export type TemplatePart = { text: string } | { field: string; written: string };

export interface TemplateText {
  parts: readonly TemplatePart[];
  /** A brace without its partner: the text up to a few letters behind it; null where there is none. */
  stray: string | null;
}

/** A brace itself, a field in braces, or a brace without a partner. Each character is looked at once. */
const BRACES = /\{\{|\}\}|\{([^{}\r\n]*)\}|[{}]/g;
/** Letters shown around what is wrong. */
const AROUND = 12;

/**
 * Takes a template apart: `{fullName}` is a field, `{{` and `}}` are braces themselves. Any text is taken; a brace
 * without a partner stays as it is, and is told.
 */
export function readTemplate(text: string): TemplateText {
  const parts: TemplatePart[] = [];
  let stray: string | null = null;
  let from = 0;
  for (const { 0: written, 1: inside, index } of text.matchAll(BRACES)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    from = index + written.length;
    if (inside !== undefined) parts.push({ field: inside.trim(), written });
    else {
      parts.push({ text: written.charAt(0) });
      if (written.length === 1) stray ??= around(text, index);
    }
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return { parts, stray };
}

const around = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - AROUND), at + AROUND)
    .replace(/\s+/g, ' ')
    .trim();
