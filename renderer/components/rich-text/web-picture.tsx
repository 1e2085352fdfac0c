import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Nothing, type FieldViewProps } from '../record-form/field-view.tsx';
import { openableAddress } from '../record-links/open-link.ts';
import { OutsideLink } from '../record-links/outside-link.tsx';
import classes from './rich-text.module.css';

/** Said wherever a picture of the web would stand. */
export const NOT_LOADED = 'Pictures on the web are not loaded here.';

/** The address of a picture on the web, with the way to see it in the browser. */
export function WebPicture({ value, of }: Pick<FieldViewProps, 'value' | 'of'>): ReactNode {
  const address = typeof value === 'string' ? value : '';
  const openable = openableAddress(address);
  if (address === '') return <Nothing />;
  return (
    <>
      <span className={classes.picture}>
        <span className={classes.pictureAddress}>{address}</span>
        {openable !== null && (
          <OutsideLink href={openable} label={`Open picture of ${of}`} className={classes.open}>
            Open
          </OutsideLink>
        )}
      </span>
      <Text size="xs" c="dimmed">
        {NOT_LOADED}
      </Text>
    </>
  );
}
