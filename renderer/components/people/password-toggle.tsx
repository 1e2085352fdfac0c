import { VisuallyHidden, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';

type Toggle = Pick<PasswordInputProps, 'visibilityToggleIcon' | 'visibilityToggleButtonProps'>;

/**
 * The eye beside a password. Its name is text in it and no label of its own: what is labelled "Password" is the field
 * alone. Called once, outside of rendering.
 */
export function passwordToggle(
  noun: string,
  props: Partial<NonNullable<Toggle['visibilityToggleButtonProps']>> = {},
): Toggle {
  return {
    visibilityToggleButtonProps: { ...props, 'aria-label': undefined },
    visibilityToggleIcon: ({ reveal }) => (
      <>
        {reveal ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
        <VisuallyHidden>
          {reveal ? 'Hide' : 'Show'} {noun}
        </VisuallyHidden>
      </>
    ),
  };
}
