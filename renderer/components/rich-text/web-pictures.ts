import {
  ImageBlockEditing,
  ImageUtils,
  Plugin,
  type DowncastAttributeEvent,
  type UpcastElementEvent,
} from 'ckeditor5';

/** Pictures have a web address; others, such as those pasted out of a document, would have to be kept somewhere. */
const WEB = /^https?:/i;

/** The editor would fetch a picture to learn its size. */
export class UnfetchedImages extends ImageUtils {
  override setImageNaturalSizeAttributes(): void {}
}

/**
 * Shows where a picture is in place of the picture (rich-text.module.css): the application loads nothing from the web.
 * What is saved has the picture itself.
 */
export class WebPictures extends Plugin {
  static get requires(): readonly [typeof ImageBlockEditing] {
    return [ImageBlockEditing];
  }

  init(): void {
    const { conversion } = this.editor;
    conversion.for('editingDowncast').add((dispatcher) => {
      dispatcher.on<DowncastAttributeEvent>(
        'attribute:src:imageBlock',
        (event, data, { consumable, mapper, writer }) => {
          if (!data.item.is('element') || !consumable.consume(data.item, event.name)) return;
          const figure = mapper.toViewElement(data.item);
          const address = data.attributeNewValue;
          if (figure) writer.setAttribute('data-address', typeof address === 'string' ? address : '', figure);
        },
        { priority: 'high' },
      );
    });
    conversion.for('upcast').add((dispatcher) => {
      dispatcher.on<UpcastElementEvent>(
        'element:img',
        (_event, { viewItem }, { consumable }) => {
          if (!WEB.test(viewItem.getAttribute('src') ?? '')) consumable.consume(viewItem, { name: true });
        },
        { priority: 'highest' },
      );
    });
  }
}
