import { Skeleton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './qr-picture.module.css';

/** Modules of the light edge that a camera needs. */
const EDGE = 4;

interface QrPictureProps {
  text: string;
  /** Accessible name. */
  label: string;
  /** For a long text: larger, and with less to spare for a picture that is dirty. */
  dense?: boolean;
}

/** A QR picture as one path: black on white in both colour schemes, since cameras expect that. */
export function QrPicture({ text, label, dense = false }: QrPictureProps): ReactNode {
  const [modules, setModules] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let shown = true;
    void import('uqr').then(({ encode }) => {
      if (shown) setModules(encode(text, { border: EDGE, ecc: dense ? 'L' : 'M' }).data);
    });
    return () => {
      shown = false;
    };
  }, [text, dense]);
  const picture = `${classes.picture} ${dense ? classes.dense : ''}`;
  if (!modules) return <Skeleton className={picture} role="status" aria-label="Drawing the picture" />;
  return (
    <svg
      className={picture}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}

function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}
