import { Button, Group, Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { cropPicture, middleSquare, type PartOfPicture } from './crop-picture.ts';
import classes from './picture-input.module.css';

interface CropDialogProps {
  /** Address of the chosen picture. */
  source: string;
  onCrop: (picture: Blob) => void;
  onCancel: () => void;
  /** The picture cannot be shown, or not be drawn. */
  onUnreadable: () => void;
}

/** The form below listens for Escape on the window; this attribute of the library keeps the key from it. */
const KEEP_ESCAPE = 'data-mantine-stop-propagation';
const PREVIEW_SIDE = 96;
const SMALLEST_SIDE = 24;

const labels = {
  cropArea: 'Square to keep. Move it with the arrow keys',
  nwDragHandle: 'Top left corner. Change the size with the arrow keys',
  nDragHandle: 'Top edge. Change the size with the arrow keys',
  neDragHandle: 'Top right corner. Change the size with the arrow keys',
  eDragHandle: 'Right edge. Change the size with the arrow keys',
  seDragHandle: 'Bottom right corner. Change the size with the arrow keys',
  sDragHandle: 'Bottom edge. Change the size with the arrow keys',
  swDragHandle: 'Bottom left corner. Change the size with the arrow keys',
  wDragHandle: 'Left edge. Change the size with the arrow keys',
};

/** Asks which square of a picture is to be kept. */
export function CropDialog({ source, onCrop, onCancel, onUnreadable }: CropDialogProps): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const [part, setPart] = useState<PartOfPicture | null>(null);
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.isComposing) onCancel();
    },
    { capture: true },
  );

  const use = (): void => {
    if (image.current && part) cropPicture(image.current, part).then(onCrop, onUnreadable);
  };

  return (
    <Modal.Root
      opened
      onClose={onCancel}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={640}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content {...{ [KEEP_ESCAPE]: 'true' }}>
        {/* Keys pressed here are not meant for the form, which hears them through the tree of components. Tab is left to
            the library, which keeps the focus in the dialog. */}
        <div
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'Tab') event.stopPropagation();
          }}
          onFocus={({ target }) => target.setAttribute(KEEP_ESCAPE, 'true')}
        >
          <Modal.Header>
            <Modal.Title>Crop the picture</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Modal.Header>
          <Modal.Body>
            <div className={classes.crop}>
              <ReactCrop
                {...(part ? { crop: { unit: '%', ...part } } : {})}
                onChange={(_, { x, y, width, height }) => setPart({ x, y, width, height })}
                aspect={1}
                minWidth={SMALLEST_SIDE}
                keepSelection
                ruleOfThirds
                ariaLabels={labels}
                className={classes.cropArea ?? ''}
              >
                <img
                  ref={image}
                  src={source}
                  alt="What you chose, whole"
                  onLoad={({ currentTarget: shown }: SyntheticEvent<HTMLImageElement>) =>
                    setPart(middleSquare(shown.naturalWidth, shown.naturalHeight))
                  }
                  onError={onUnreadable}
                />
              </ReactCrop>
              <div className={classes.previewColumn}>
                <Text size="xs" c="dimmed">
                  Preview
                </Text>
                <div className={classes.preview} style={{ width: PREVIEW_SIDE, height: PREVIEW_SIDE }}>
                  {part && <img src={source} alt="" style={previewStyle(part)} />}
                </div>
              </div>
            </div>
            <Group justify="space-between" mt="md" wrap="nowrap">
              <Text size="xs" c="dimmed">
                Drag the square or its corners, or use the arrow keys.
              </Text>
              <Group gap="sm" wrap="nowrap">
                <Button variant="default" onClick={onCancel}>
                  Cancel
                </Button>
                <Button data-autofocus onClick={use}>
                  Use picture
                </Button>
              </Group>
            </Group>
          </Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Lays the whole picture so that the part fills the preview. */
function previewStyle({ x, y, width, height }: PartOfPicture): {
  width: number;
  height: number;
  transform: string;
} {
  const whole = { width: (PREVIEW_SIDE * 100) / width, height: (PREVIEW_SIDE * 100) / height };
  return {
    ...whole,
    transform: `translate(${(-x / 100) * whole.width}px, ${(-y / 100) * whole.height}px)`,
  };
}
