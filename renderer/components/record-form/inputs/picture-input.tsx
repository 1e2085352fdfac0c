import { Button, FileButton, Group, Input } from '@mantine/core';
import {
  MAX_FILE_BYTES,
  PICTURE_OF_WRONG_TYPE,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  pictureTypeOf,
} from '#shared/model/picture.ts';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { loadedLater } from '../../loaded-later.tsx';
import { bridge } from '../../../bridge/bridge.ts';
import { sentenceOf } from '../../messages/messages.tsx';
import { Picture } from '../../picture/picture.tsx';
import { useShownAtOnce } from '../../picture/use-picture.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { dataAddress } from './crop-picture.ts';
import classes from './picture-input.module.css';
import { isFocusLost } from '../../keyboard/keep-focus.ts';

const CropDialog = loadedLater(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** Bytes at the beginning that tell the type. */
const BEGINNING = 16;
const UNREADABLE = 'This picture cannot be read. Choose another one.';
const HINT = 'JPEG, PNG or WebP, 5 MB at most.';

/** A picture: chosen from the disk, cropped to a square, kept on this PC until the record is saved and sent. */
export function PictureInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, of = '', onChange } = props;
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [keeping, setKeeping] = useState(false);
  const labelId = useId();
  const forget = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const showAtOnce = useShownAtOnce();
  useEffect(() => (source === null ? undefined : () => URL.revokeObjectURL(source)), [source]);

  // The crop dialog goes away at once and gives the focus to nobody; until the picture is kept the button takes none.
  const busy = source !== null || keeping;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && isFocusLost()) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);

  const choose = async (file: File | null): Promise<void> => {
    if (!file) return;
    // The same file can be chosen again.
    forget.current?.();
    const found = await problemOf(file);
    setProblem(found);
    if (found === null) setSource(URL.createObjectURL(file));
  };

  const close = (found: string | null = null): void => {
    setSource(null);
    setProblem(found);
  };

  const keep = async (picture: Blob): Promise<void> => {
    close();
    setKeeping(true);
    try {
      const address = await dataAddress(picture);
      const { hash } = await bridge.call('files.add', { base64: address.slice(address.indexOf(',') + 1) });
      showAtOnce(hash, address);
      onChange(name, hash);
    } catch (failure) {
      setProblem(sentenceOf(failure, 'The picture could not be kept. Choose it again.'));
    } finally {
      setKeeping(false);
    }
  };

  const remove = (): void => {
    setProblem(null);
    onChange(name, null);
    // The button that had the focus is gone.
    button.current?.focus();
  };

  const has = typeof value === 'string' && value !== '';
  const told = problem ?? error;
  return (
    <div role="group" aria-labelledby={labelId}>
      <Input.Label id={labelId} labelElement="div" required={field.required === true}>
        {label}
      </Input.Label>
      <div className={classes.input}>
        <Picture hash={value} name={of} size={72} />
        <div className={classes.side}>
          <Group gap="xs">
            <FileButton
              accept={PICTURE_TYPES.join()}
              onChange={(file) => void choose(file)}
              resetRef={forget}
              inputProps={{ tabIndex: -1, 'aria-hidden': true }}
            >
              {(given) => (
                <Button
                  {...given}
                  ref={button}
                  data-field={name}
                  aria-describedby={`${labelId}-hint`}
                  size="compact-sm"
                  variant="default"
                  loading={keeping}
                >
                  {has ? 'Change picture' : 'Choose picture'}
                </Button>
              )}
            </FileButton>
            {has && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={remove}>
                Remove
              </Button>
            )}
          </Group>
          <Input.Description id={`${labelId}-hint`}>{hint ?? HINT}</Input.Description>
          {told && <Input.Error role="alert">{told}</Input.Error>}
        </div>
      </div>
      {source !== null && (
        <CropDialog
          source={source}
          onCrop={(picture) => void keep(picture)}
          onCancel={() => close()}
          onUnreadable={() => close(UNREADABLE)}
        />
      )}
    </div>
  );
}

/** Why the file cannot be used, as a sentence; the same that the desk and the server would say. */
async function problemOf(file: File): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) return PICTURE_TOO_LARGE;
  try {
    const beginning = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
    return pictureTypeOf(beginning) ? null : PICTURE_OF_WRONG_TYPE;
  } catch {
    return UNREADABLE;
  }
}
