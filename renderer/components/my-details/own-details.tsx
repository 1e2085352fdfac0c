import { fieldOf } from '#shared/model/entity.ts';
import { user as userEntity } from '#shared/model/user.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { titleOf } from '../data-grid/list-row.ts';
import { fieldText } from '../field-text.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { FieldView } from '../record-form/field-view.tsx';
import { isSignedOut } from '../record-form/form-settings.ts';
import classes from './own-details.module.css';
import { profileFailures } from './profile-form.tsx';

interface OwnDetailsProps {
  query: UseQueryResult<RecordView | null>;
  /** Fields in their order; what the user's role may not read is left out. */
  fields: readonly string[];
  /** In few lines: what is too long for its place is cut, with the whole of it on hover. */
  dense?: boolean;
}

/** The user's own record as text with links (section 2.16), or what stands in its way. */
export function OwnDetails({ query, fields, dense = false }: OwnDetailsProps): ReactNode {
  if (query.isPending) {
    return (
      <div
        className={classes.list}
        data-dense={dense || undefined}
        role="status"
        aria-label="Loading your details"
      >
        {fields.map((name) => (
          <Skeleton key={name} h={38} />
        ))}
      </div>
    );
  }
  if (query.isError) {
    const signedOut = isSignedOut(query.error);
    return (
      <Alert
        role="alert"
        color={signedOut ? 'yellow' : 'red'}
        title={signedOut ? profileFailures.signedOut.title : profileFailures.load}
      >
        <Text size="sm">
          {signedOut ? profileFailures.signedOut.message : sentenceOf(query.error, 'Try again in a moment.')}
        </Text>
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Alert>
    );
  }
  if (!query.data) {
    return (
      <Text c="dimmed">Your details have not arrived on this PC yet. They come with the next sync.</Text>
    );
  }
  const { record } = query.data;
  return (
    <div className={classes.list} data-dense={dense || undefined}>
      {fields
        .filter((name) => name in record)
        .map((name) => {
          const field = fieldOf(userEntity, name);
          return (
            <div
              key={name}
              className={classes.detail}
              title={dense ? fieldText(field, record[name]) : undefined}
            >
              <FieldView
                field={field}
                label={field.label}
                value={record[name]}
                of={titleOf(userEntity, record)}
              />
            </div>
          );
        })}
    </div>
  );
}
