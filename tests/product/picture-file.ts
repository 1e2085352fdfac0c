import { expect, type Locator, type Page } from '@playwright/test';

/** Pictures as users choose them from their PC, and what is seen of them. */

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture 800 x 600 pixels large, its left half of one colour and its right half of another. */
export async function twoColours(page: Page, left: string, right: string): Promise<ChosenFile> {
  const address = await page.evaluate(
    (colours) => {
      const canvas = document.createElement('canvas');
      canvas.width = 800;
      canvas.height = 600;
      const context = canvas.getContext('2d');
      colours.forEach((colour, at) => {
        if (!context) return;
        context.fillStyle = colour;
        context.fillRect(at * 400, 0, 400, 600);
      });
      return canvas.toDataURL('image/png');
    },
    [left, right],
  );
  return {
    name: 'face.png',
    mimeType: 'image/png',
    buffer: Buffer.from(address.split(',')[1] ?? '', 'base64'),
  };
}

/** Gives the form's picture field a file, or the path of one. */
export async function choosePicture(page: Page, form: Locator, file: ChosenFile | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: /^(Choose|Change) picture$/ }).click();
  await (await chooser).setFiles(file);
}

/** Size of a shown picture and its colour at a place, in percent of its width, in the middle of its height. */
export async function look(image: Locator, at: number): Promise<{ size: string; red: boolean }> {
  // A picture of a text has its place before the desk has given its content.
  await expect(image).toHaveAttribute('src', /^(?:data|blob):/);
  return image.evaluate(async (node, percent) => {
    const picture = new Image();
    picture.src = node.getAttribute('src') ?? '';
    // `decode` asks the compositor, which may be busy; what is drawn is decoded here.
    if (!picture.complete)
      await new Promise((resolve, reject) => {
        picture.onload = resolve;
        picture.onerror = () => reject(new Error('The picture cannot be loaded'));
      });
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const x = Math.floor((canvas.width * percent) / 100);
    const [red = 0, , blue = 0] = context?.getImageData(x, Math.floor(canvas.height / 2), 1, 1).data ?? [];
    return { size: `${canvas.width} x ${canvas.height}`, red: red > blue };
  }, at);
}
