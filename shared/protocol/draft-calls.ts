import { MESSAGE_CHANNELS } from '#shared/model/message-template.ts';
import { z } from 'zod';
import { entity, fieldName, id } from './call-parts.ts';

// The part of the bridge that keeps what is typed in a form, until it is saved or thrown away: it outlives a crash.

/** Of one draft as JSON, in characters. */
export const LARGEST_DRAFT = 1024 * 1024;
/** The oldest go first. */
export const MOST_DRAFTS = 20;

/** Of one message; the oldest go first. */
export const MOST_TEXTS = 20;

const values = z.record(fieldName, z.unknown());

/** What was written in one channel, with one template or none; null where it is as the template has it. */
const messageTextSchema = z.strictObject({
  channel: z.enum(MESSAGE_CHANNELS),
  template: id.nullable(),
  subject: z.string().max(1_000).nullable(),
  text: z.string().max(20_000).nullable(),
});

export type MessageText = z.infer<typeof messageTextSchema>;

const draftSchema = z.strictObject({
  /** Made by the page: one open form has one. */
  id,
  entity,
  /** Of a new record, the id under which it is saved: what was saved all the same is not there twice. */
  recordId: id,
  isNew: z.boolean(),
  /** Where it is opened again: the path of the screen with the form, or the name of a form that is on no screen. */
  form: z.string().min(1).max(100),
  /** What people call the record; '' where it has no name yet. */
  title: z.string().max(300),
  /** What was changed; secrets and chosen files are never among it. */
  values,
  /** What these fields held as the form showed them. */
  seen: values,
  /** The shown texts of references among `values` and `beside`. */
  references: z.record(fieldName, z.string().max(1_000)),
  /** Another record that the form is about, as the person of a logged call, and what is changed of it. */
  about: z.strictObject({ entity, id, title: z.string().max(300) }).nullable(),
  beside: values,
  /** The refused change that it mends: given up once it is saved. */
  mends: id.optional(),
  /** Of a message: all that was written to the person, what was typed last at the end; to whom it was to go. */
  message: z
    .strictObject({
      to: z.string().max(300).nullable(),
      texts: z.array(messageTextSchema).min(1).max(MOST_TEXTS),
    })
    .optional(),
});

export interface KeptDraft extends z.infer<typeof draftSchema> {
  /** When it was typed, ISO. */
  at: string;
}

/** What a list of drafts shows of one. */
export interface DraftSummary extends Pick<
  KeptDraft,
  'id' | 'entity' | 'recordId' | 'isNew' | 'form' | 'title' | 'about' | 'at'
> {
  /** Whether it was offered to the user after a start: it does not open by itself once more. */
  offered: boolean;
}

export const draftParams = {
  /** Keeps a draft, in place of the one of that id. Refused with `too-large` over `LARGEST_DRAFT`. */
  'drafts.keep': draftSchema,
  /** Newest first. */
  'drafts.list': z.strictObject({}),
  'drafts.read': z.strictObject({ id }),
  /** These were offered to the user, or are open again and would open by themselves after the next stop. */
  'drafts.offered': z.strictObject({ ids: z.array(id).max(MOST_DRAFTS), offered: z.boolean() }),
  'drafts.forget': z.strictObject({ id }),
} as const;

export interface DraftResults {
  'drafts.keep': null;
  'drafts.list': { drafts: DraftSummary[] };
  /** null where it is not kept any more. */
  'drafts.read': KeptDraft | null;
  'drafts.offered': null;
  'drafts.forget': null;
}
