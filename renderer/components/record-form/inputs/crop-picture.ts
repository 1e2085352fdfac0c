/** Part of a picture, in percent of its width and height. */
export interface PartOfPicture {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of a kept picture, in pixels: sharp at every size in which it is shown, and small enough for a slow line. */
const LARGEST_SIDE = 512;
const QUALITY = 0.9;

/** The largest square in the middle of a picture of this size. */
export function middleSquare(width: number, height: number): PartOfPicture {
  const side = Math.min(width, height);
  return {
    x: ((width - side) / 2 / width) * 100,
    y: ((height - side) / 2 / height) * 100,
    width: (side / width) * 100,
    height: (side / height) * 100,
  };
}

/** The square of a picture as a JPEG of 512 x 512 pixels at most. Rejects where the browser cannot draw it. */
export function cropPicture(image: HTMLImageElement, part: PartOfPicture): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const side = Math.max(1, Math.round((naturalWidth * part.width) / 100));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, LARGEST_SIDE);
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('The picture cannot be drawn'));
  // A JPEG has no transparency: what shines through is white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  const x = (naturalWidth * part.x) / 100;
  const y = (naturalHeight * part.y) / 100;
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be drawn'))),
      'image/jpeg',
      QUALITY,
    );
  });
}

/** A blob as a data address: the type, and behind the comma the bytes in base64. */
export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}
