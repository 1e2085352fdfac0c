import type { FoundPerson } from '#shared/protocol/people-calls.ts';
import type { Icon } from '@tabler/icons-react';

/** A line of the palette. */
export interface PaletteEntry {
  key: string;
  label: string;
  /** What else people call it. */
  alsoCalled?: string | undefined;
  /** More about it, beside the label. */
  detail?: string;
  /** What it is, at the end of the line. */
  kind: string;
  /** The screen that it opens; null for an action. */
  path: string | null;
  /** Its picture, where that is not the screen's. */
  icon?: Icon;
  /** The keys that do the same without the palette. */
  keys?: string;
  /** Who it is, for a line that offers actions. */
  person?: FoundPerson;
  run: () => void;
}

/** Lines under one heading. */
export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
}
