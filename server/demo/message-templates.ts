import type { MessageTemplate } from '#shared/model/message-template.ts';
import { Random } from './random.ts';
import { calendarOf, HISTORY_DAYS, recordBase, type DemoOptions } from './record-base.ts';

type Content = Pick<MessageTemplate, 'name' | 'channel' | 'audience' | 'subject' | 'text'>;

/** What the office writes most. */
const templates: readonly Content[] = [
  {
    name: 'Interview reminder',
    channel: 'WhatsApp',
    audience: ['Candidates'],
    subject: null,
    text: 'Hello {firstName}, your interview is on {interviewDate} with {interviewerName}. Please be ready ten minutes before.\n\nRegards, {sender}',
  },
  {
    name: 'First message after an inquiry',
    channel: 'WhatsApp',
    audience: ['Inquiries'],
    subject: null,
    text: 'Hello {firstName}, thank you for asking about {internshipType}. When may we call you to tell you more?\n\nRegards, {sender}',
  },
  {
    name: 'We could not reach you',
    channel: 'WhatsApp',
    audience: ['Candidates', 'Inquiries'],
    subject: null,
    text: 'Hello {firstName}, we tried to call you on {mobile}. When is a good time?\n\nRegards, {sender}',
  },
  {
    name: 'Fee reminder',
    channel: 'Email',
    audience: ['Candidates'],
    subject: 'Your course fee',
    text: 'Dear {fullName},\n\nyour course fee is {fee}, of which we have received {recievedAmount}. Please pay the rest, or write to us if you have paid it already.\n\nRegards,\n{sender}',
  },
];

export function* demoMessageTemplates(options: DemoOptions) {
  const calendar = calendarOf(options);
  for (const [index, content] of templates.entries()) {
    const random = new Random(options.seed, 'message template', index);
    const createdAt = calendar.time(-HISTORY_DAYS - 9, 660 + 2 * index);
    yield {
      ...recordBase(calendar, random, createdAt),
      updatedAt: createdAt,
      ...content,
      active: true,
    } satisfies Partial<MessageTemplate>;
  }
}
