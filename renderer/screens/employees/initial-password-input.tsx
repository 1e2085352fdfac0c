import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PASSWORD_HINT } from '../../components/my-details/new-password.ts';
import { PASSWORDS_NEED_SERVER } from '../../components/my-details/password-dialog.tsx';
import { passwordToggle } from '../../components/people/password-toggle.tsx';
import type { FieldInputProps } from '../../components/record-form/field-input-props.ts';
import { roomFor } from '../../components/record-form/room.ts';
import { useIsOffline } from '../../stores/sync.ts';

const toggle = passwordToggle('password');

/** The password of a new employee: set on the server once the record is there, so only while it can be reached. */
export function InitialPasswordInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, onChange } = props;
  const offline = useIsOffline();
  return (
    <PasswordInput
      label={label}
      error={error}
      description={offline ? PASSWORDS_NEED_SERVER : `${PASSWORD_HINT}. May also be set later.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      data-field={name}
      maxLength={roomFor(field.maxLength)}
      value={typeof value === 'string' ? value : ''}
      disabled={offline}
      {...toggle}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  );
}
