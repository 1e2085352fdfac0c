import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { create } from 'zustand';

/** A form that was asked for from elsewhere, to be opened by the list of a screen. */
export interface AskedForm {
  /** Another one each time: where that form is open already, it begins anew. */
  asking: number;
  /** Path of the screen. */
  path: string;
  mode: 'add' | 'edit';
  /** null for a new record. */
  id: string | null;
  /** What a new record holds to begin with, and what one that is edited is given at once. */
  values?: Readonly<Record<string, unknown>>;
  /** Of a record that is edited, what whoever wrote those values saw before: what others have written since stands against them. */
  seen?: Readonly<Record<string, unknown>>;
  /** What is shown of those that are references, by field. */
  texts?: Readonly<Record<string, string>>;
  /** What was typed in it before the application stopped. */
  kept?: KeptDraft;
  /** What is wrong with them, by field. */
  errors?: Readonly<Record<string, string>>;
  /** The refused change that it mends: given up once it is saved. */
  mends?: string;
  /** What follows its saving. Where it rejects, its sentence is shown: the record itself is saved. */
  afterSave?: (view: RecordView) => Promise<void>;
}

export const useAskedForm = create<{ asked: AskedForm | null }>(() => ({ asked: null }));

let askings = 0;

/** Before the screen is gone to that has the form. */
export function askForForm(asked: Omit<AskedForm, 'asking'>): void {
  useAskedForm.setState({ asked: { ...asked, asking: (askings += 1) } });
}

/** It was closed, or the screen was left. */
export function forgetAskedForm(path: string): void {
  useAskedForm.setState(({ asked }) => ({ asked: asked?.path === path ? null : asked }));
}
