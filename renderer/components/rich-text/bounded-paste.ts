import { richTextNumbers } from '#shared/model/rich-text.ts';
import {
  Plugin,
  ViewUpcastWriter,
  type ClipboardInputTransformationEvent,
  type ViewDocumentClipboardInputEvent,
} from 'ckeditor5';
import { OwnPictures } from './own-pictures.ts';

/** Characters that are pasted at once: the editor has no turn for anything else until it has laid them out. */
const MOST_CHARACTERS = 200_000;
/** What is pasted as formatted text has its tags besides. */
const MOST_HTML = 1_000_000;
/** An article has 10,000 tags at most, of which each row and cell of a table is one. */
const MOST_CELLS = 2_000;
const TOO_MANY_CELLS = 'This table is larger than can be pasted at once (2,000 cells). Paste it in parts.';
const TOO_MUCH = 'This is more than can be pasted at once (200,000 characters). Paste it in parts.';

/** What is pasted or dropped stands still for no longer than a hand does, and spans no more of a table than the server keeps. */
export class BoundedPaste extends Plugin {
  static get requires(): readonly [typeof OwnPictures] {
    return [OwnPictures];
  }

  init(): void {
    const { view } = this.editor.editing;
    view.document.on<ViewDocumentClipboardInputEvent>(
      'clipboardInput',
      (event, { dataTransfer }) => {
        const html = dataTransfer.getData('text/html');
        const isTooMuch =
          dataTransfer.getData('text/plain').length > MOST_CHARACTERS || withoutData(html).length > MOST_HTML;
        const isTooManyCells = (html.match(/<t[dh][\s>]/giu)?.length ?? 0) > MOST_CELLS;
        if (!isTooMuch && !isTooManyCells) return;
        event.stop();
        this.editor.plugins.get(OwnPictures).refuse(isTooMuch ? TOO_MUCH : TOO_MANY_CELLS);
      },
      { priority: 'highest' },
    );
    this.editor.plugins.get('ClipboardPipeline').on<ClipboardInputTransformationEvent>(
      'inputTransformation',
      (_event, { content }) => {
        const writer = new ViewUpcastWriter(view.document);
        for (const { item } of view.createRangeIn(content)) {
          if (!item.is('element')) continue;
          for (const [name, most] of Object.entries(richTextNumbers)) {
            const given = item.getAttribute(name);
            // A table that spans thousands of columns is more than the editor can walk through.
            if (given !== undefined && !(Number(given) <= most)) writer.removeAttribute(name, item);
          }
        }
      },
      { priority: 'highest' },
    );
  }
}

/** Pictures that come within the text are files of their own. */
const withoutData = (html: string): string => html.replace(/data:[^"']{100,}/gu, '');
