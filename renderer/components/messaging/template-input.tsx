import type { ChatOpener } from '#shared/format/phone.ts';
import { MESSAGED } from '#shared/model/message-template.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { pathShowing } from '#shared/access/routes.ts';
import { SegmentedControl, Select, Text, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useRole } from '../../stores/session.ts';
import type { Person } from '../activities/person.ts';
import { LeavingLink } from '../record-form/leaving-link.tsx';
import { useChatOpener } from './chat-opener.ts';
import classes from './messaging.module.css';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import type { TemplateChoice } from './use-template-choice.ts';

const OPENERS: { value: ChatOpener; label: string }[] = [
  { value: 'browser', label: 'The browser' },
  { value: 'app', label: 'The WhatsApp program' },
];

interface TemplateInputProps {
  entity: Person['entity'];
  choice: TemplateChoice;
  /** Whether a message is begun without a template too. */
  free: boolean;
}

/** Channel, template, and which program opens it on this PC. */
export function TemplateInput({ entity, choice, free }: TemplateInputProps): ReactNode {
  const { channels, channel, templates, template, failure } = choice;
  const channelLabel = useId();
  const [opener, setOpener] = useChatOpener();
  const path = pathShowing('messageTemplate', useRole());
  const plural = Object.values(MESSAGED).find(({ name }) => name === entity)?.plural ?? '';
  const isEmpty = templates?.length === 0;
  return (
    <>
      {channels.length > 1 && (
        <div>
          <VisuallyHidden id={channelLabel}>Channel</VisuallyHidden>
          <SegmentedControl
            fullWidth
            aria-labelledby={channelLabel}
            data={[...channels]}
            value={channel}
            onChange={(next) => choice.setChannel(next)}
          />
        </div>
      )}
      <div className={classes.choices}>
        <Select
          data-autofocus
          label="Template"
          placeholder={isEmpty ? 'None' : 'Choose a template'}
          data={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={template?.id ?? null}
          onChange={choice.setTemplate}
          allowDeselect={false}
          clearable={free}
          searchable
          filter={bestFirst}
          openOnFocus={false}
          // What is typed takes the place of what was chosen, and Enter takes the first that fits, from one letter on.
          onFocus={(event) => event.currentTarget.select()}
          // Once more when they come: a quick hand types before.
          selectFirstOptionOnChange={templates !== null}
          selectFirstOptionOnDropdownOpen
          nothingFoundMessage="Nothing found"
          clearButtonProps={{ 'aria-label': 'Clear' }}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        {channel === 'WhatsApp' && (
          <Select
            label="WhatsApp opens in"
            data={OPENERS}
            value={opener}
            onChange={(next) => setOpener(next as ChatOpener)}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
        )}
      </div>
      {(failure !== null || isEmpty) && (
        <Text size="sm" c="dimmed" role="status">
          {failure ?? (
            <>
              There is no template for {inSentence(plural)} on {channel} yet.{' '}
              {path !== undefined && (
                <LeavingLink to={path} what="this message">
                  Templates
                </LeavingLink>
              )}
            </>
          )}
        </Text>
      )}
    </>
  );
}
