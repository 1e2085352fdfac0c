import { textPictureOf } from '#shared/model/named-files.ts';
import {
  ImageBlockEditing,
  ImageUtils,
  Plugin,
  type DowncastAttributeEvent,
  type UpcastElementEvent,
  type ViewElement,
} from 'ckeditor5';
import { fetchPicture } from '../picture/use-picture.ts';

/** A picture of ours, or one on the web; any other, such as those of a document's own folder, would lead nowhere. */
const isAddress = (address: string): boolean => /^https?:/i.test(address) || textPictureOf(address) !== null;

/**
 * Shows a picture of ours, and of one on the web where it is (rich-text.module.css): the application loads nothing from
 * the web. What is saved has the address itself.
 */
export class ShownPictures extends Plugin {
  static get requires(): readonly [typeof ImageBlockEditing, typeof ImageUtils] {
    return [ImageBlockEditing, ImageUtils];
  }

  init(): void {
    const { conversion, plugins } = this.editor;
    // The editor would fetch a picture to learn its size.
    plugins.get(ImageUtils).setImageNaturalSizeAttributes = () => undefined;
    conversion.for('editingDowncast').add((dispatcher) => {
      dispatcher.on<DowncastAttributeEvent>(
        'attribute:src:imageBlock',
        (event, data, { consumable, mapper, writer }) => {
          if (!data.item.is('element') || !consumable.consume(data.item, event.name)) return;
          const figure = mapper.toViewElement(data.item);
          const address = typeof data.attributeNewValue === 'string' ? data.attributeNewValue : '';
          if (!figure) return;
          const own = textPictureOf(address);
          writer.setAttribute(
            'data-address',
            own === null ? address : 'it comes when there is a connection',
            figure,
          );
          if (own !== null) void this.#show(own, figure);
        },
        { priority: 'high' },
      );
    });
    conversion.for('upcast').add((dispatcher) => {
      dispatcher.on<UpcastElementEvent>(
        'element:img',
        (_event, { viewItem }, { consumable }) => {
          const isOnItsWay = viewItem.hasAttribute('uploadId') || viewItem.hasAttribute('data-ck-upload-id');
          if (!isOnItsWay && !isAddress(viewItem.getAttribute('src') ?? ''))
            consumable.consume(viewItem, { name: true });
        },
        { priority: 'highest' },
      );
    });
  }

  async #show(hash: string, figure: ViewElement): Promise<void> {
    const { editor } = this;
    const address = await fetchPicture(hash, 'whole').catch(() => null);
    if (address === null || editor.state === 'destroyed') return;
    editor.editing.view.change((writer) => {
      const image = editor.plugins.get(ImageUtils).findViewImgElement(figure);
      if (!image) return;
      writer.setAttribute('src', address, image);
      writer.setAttribute('data-shown', 'true', figure);
    });
  }
}
