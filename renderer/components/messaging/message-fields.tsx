import { entityOf } from '#shared/model/entities.ts';
import { notReached } from '#shared/messages/ways-to-reach.ts';
import { Alert, Button, Select, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Person } from '../activities/person.ts';
import { copyText } from '../record-links/copy-button.tsx';
import { LongTextInput } from '../record-form/inputs/long-text-input.tsx';
import { useLed } from '../record-form/use-led.ts';
import classes from './messaging.module.css';
import type { Message } from './use-message.ts';

/** What is logged holds it; no program takes as much from a link. */
const MOST_TEXT = 10_000;
const MOST_SUBJECT = 200;

/** To whom a message goes and what it says, to be read and changed before it is opened; and what is missing. */
export function MessageFields({ person, message }: { person: Person; message: Message }): ReactNode {
  const { channel, ways, to, subject, text, gaps, link } = message;
  if (to === null)
    return (
      <>
        <Alert role="alert" color="yellow" title="Nobody to send it to">
          {notReached(entityOf(person.entity), person.title, channel)} Edit the record to add one.
        </Alert>
        <WhatWasWritten message={message} />
      </>
    );
  return (
    <>
      {ways.length > 1 ? (
        <Select
          label="To"
          data={[...ways]}
          value={to}
          onChange={(way) => way !== null && message.set({ to: way })}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      ) : (
        <Text size="sm" className={classes.to}>
          <span className={classes.label}>To</span> {to}
        </Text>
      )}
      {channel === 'Email' && (
        <TextInput
          label="Subject"
          autoComplete="off"
          maxLength={MOST_SUBJECT}
          value={subject}
          onChange={(event) => message.set({ subject: event.currentTarget.value, warned: false })}
        />
      )}
      <LongTextInput
        label="Message"
        data-field="text"
        maxLength={MOST_TEXT}
        value={text}
        onChange={(event) => message.set({ text: event.currentTarget.value, warned: false })}
      />
      {gaps.length > 0 && (
        <Alert role={message.warned ? 'alert' : 'status'} color="yellow" title="Read it before you open it">
          {gaps.map(({ mark, message: sentence }) => (
            <div key={mark}>{sentence}</div>
          ))}
        </Alert>
      )}
      {link?.whole === false && (
        <Text size="sm" c="dimmed" role="status">
          This is longer than a link can hold. It is copied when you open it: paste it there with Ctrl+V.
        </Text>
      )}
    </>
  );
}

interface PersonGoneProps {
  person: Person;
  message: Message;
}

/** Where the record was deleted meanwhile, or merged into another one. */
export function PersonGone({ person, message }: PersonGoneProps): ReactNode {
  const { away, follow } = useLed(person.entity, person.id);
  const name = person.title || 'this person';
  // Nobody is led to another person unasked while they write.
  if (follow(true, true)) return null;
  return (
    <>
      <Alert role="alert" color="yellow" title="No longer there">
        {away
          ? `${person.title || 'This person'} was merged into ${away.stays}. Write to ${away.stays} instead.`
          : `Somebody may have deleted ${name}.`}
      </Alert>
      <WhatWasWritten message={message} />
    </>
  );
}

/** Where it cannot be sent any more what was written can still be copied. */
function WhatWasWritten({ message: { edited, subject, text } }: { message: Message }): ReactNode {
  const whole = [subject, text].filter((part) => part.trim() !== '').join('\n\n');
  if (!edited || whole === '') return null;
  return (
    <>
      <LongTextInput label="What you wrote" readOnly value={whole} />
      <Button variant="default" size="compact-md" w="fit-content" onClick={() => copyText(whole)}>
        Copy text
      </Button>
    </>
  );
}
