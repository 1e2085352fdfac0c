import { Avatar } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './picture.module.css';
import { usePicture } from './use-picture.ts';

/** Side up to which the server's small square is sharp, also on a screen of double density. */
const LARGEST_THUMBNAIL = 96;

export interface PictureProps {
  /** Content hash of the picture; anything else is none. */
  hash: unknown;
  /** Whom it shows. */
  name: string;
  /** Side in pixels. */
  size: number;
  /** Round beside a name; square with soft corners where it stands for itself. */
  round?: boolean;
}

/** A person's picture; their initials where there is none, or none to be had now. */
export function Picture({ hash, name, size, round = false }: PictureProps): ReactNode {
  const known = typeof hash === 'string' && hash !== '' ? hash : null;
  const address = usePicture(known, size <= LARGEST_THUMBNAIL ? 'thumbnail' : 'whole');
  const missing = known !== null && address === null;
  return (
    <Avatar
      src={address}
      alt={name}
      name={name}
      size={size}
      radius={round ? 'xl' : 'sm'}
      classNames={{ root: classes.root ?? '', placeholder: classes.initials ?? '' }}
      {...(address === null ? { role: 'img', 'aria-label': `${name || 'Nobody yet'}, no picture` } : {})}
      {...(missing ? { title: 'The picture comes when there is a connection' } : {})}
    />
  );
}
