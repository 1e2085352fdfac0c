import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './updates.module.css';

/** In the place of every screen on a PC that never got any data: an empty list would say that there is none. */
export function TooOldScreen(): ReactNode {
  return (
    <section className={classes.instead} aria-labelledby="too-old">
      <h1 id="too-old" className={classes.heading}>
        No data on this PC yet
      </h1>
      <Text c="dimmed">
        It comes from the server once this application is updated. Nothing is lost: all records are on the
        server.
      </Text>
    </section>
  );
}
