import { richTextWithoutContent } from '#shared/model/rich-text.ts';
import { Plugin, type UpcastElementEvent } from 'ckeditor5';

/** Leaves out of what is pasted that which is no text: the editor would show a script as words of the article. */
export class WithoutScripts extends Plugin {
  init(): void {
    this.editor.conversion.for('upcast').add((dispatcher) => {
      for (const name of richTextWithoutContent) {
        dispatcher.on<UpcastElementEvent>(
          `element:${name}`,
          // Once it is consumed, nothing looks at what is within it.
          (_event, { viewItem }, { consumable }) => void consumable.consume(viewItem, { name: true }),
          { priority: 'highest' },
        );
      }
    });
  }
}
