import { TemplatePreview } from '../../components/messaging/template-preview.tsx';
import { TemplateTextInput } from '../../components/messaging/template-text-input.tsx';
import { withEveryField } from '../../components/record-form/every-field.ts';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';

/** The dialog of a template, with a preview while it is written. */
export const templateForm = withEveryField({
  entity: 'messageTemplate',
  sections: [
    {
      title: 'Template',
      fields: [
        { name: 'name', span: 'full' },
        'channel',
        'audience',
        { name: 'subject', span: 'full', hint: 'Of emails. Fields in braces are filled in here too.' },
        {
          name: 'text',
          span: 'full',
          hint: 'Fields in braces are filled in, such as {fullName}; for a brace itself write {{ or }}.',
          input: TemplateTextInput,
          note: TemplatePreview,
        },
        { name: 'active', span: 'full', hint: 'Only active templates are offered.' },
      ],
    },
  ],
  initialValues: () => ({ channel: 'WhatsApp' }),
  ...usualTexts('Template'),
  failures: { load: 'Failed to fetch template details.', save: 'Something went wrong.' },
});

export const templateDeletion = usualDeletion('Template', 'Failed to delete template.');
