import {
  MOST_TEXT_PICTURES,
  picturesInText,
  textPictureAddress,
  textPictureOf,
  tooManyPictures,
} from '#shared/model/named-files.ts';
import { PICTURE_OF_WRONG_TYPE, PICTURE_TYPES } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  FileDialogButtonView,
  FileRepository,
  IconImageUpload,
  ImageTextAlternative,
  ImageUploadEditing,
  ImageUtils,
  Notification,
  Plugin,
  ViewUpcastWriter,
  type ViewDocumentClipboardInputEvent,
  type ClipboardInputTransformationEvent,
  type CommandExecuteEvent,
  type ImageUploadCompleteEvent,
  type ModelElement,
  type NotificationShowEvent,
  type UploadResponse,
} from 'ckeditor5';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { blobOf, readPicture } from './read-picture.ts';

const NOT_KEPT = 'The picture could not be kept. Insert it again.';
const NOT_HERE = 'The picture cannot be copied now. Insert it from your computer.';
const NOT_TAKEN = 'A picture of what was pasted could not be taken. Insert it from your computer.';
const WEB = /^https?:/i;

/** Told of a picture that was not taken, with a sentence; null when one was taken after that. */
export interface PictureRefusedEvent {
  name: 'refused';
  args: [sentence: string | null];
}

/**
 * Pictures from this PC: chosen, pasted or dropped. Each is kept by the desk, to be sent before the text that names it, and
 * the text gets its address (shared/model/named-files.ts). The desk is asked, and nothing else.
 */
export class OwnPictures extends Plugin {
  /** Pictures of this text: they need not be kept again when they are moved within it. */
  readonly #known = new Set<string>();
  #reading = 0;

  static get pluginName(): 'OwnPictures' {
    return 'OwnPictures';
  }

  static get requires(): readonly [
    typeof FileRepository,
    typeof ImageUploadEditing,
    typeof ImageTextAlternative,
    typeof Notification,
  ] {
    return [FileRepository, ImageUploadEditing, ImageTextAlternative, Notification];
  }

  init(): void {
    const { editor } = this;
    editor.plugins.get(FileRepository).createUploadAdapter = (loader) => ({
      upload: async () => this.#keep(await loader.file),
    });
    editor.plugins.get(Notification).on<NotificationShowEvent>(
      'show',
      (event, { message }) => {
        event.stop();
        this.refuse(sentenceOf(message, NOT_KEPT));
      },
      { priority: 'high' },
    );
    editor.data.on('ready', () => picturesInText(editor.getData()).forEach((hash) => this.#known.add(hash)));
    this.#addButton();
    this.#insertBesideSelected();
    this.#judgePastedFiles();
    this.#takePastedPictures();
    this.#askForWords();
  }

  /** Whether a picture of the text is still being read. */
  get isReading(): boolean {
    return this.#images().some((image) => !image.getAttribute('src'));
  }

  #images(): { getAttribute(name: string): unknown }[] {
    const { model } = this.editor;
    const root = model.document.getRoot();
    if (!root) return [];
    return [...model.createRangeIn(root).getItems()].filter((item) => item.is('element', 'imageBlock'));
  }

  /** Says why something was not taken; null when something was, after that. */
  refuse(sentence: string | null): void {
    this.fire<PictureRefusedEvent>('refused', sentence);
  }

  async #keep(file: File | null): Promise<UploadResponse> {
    if (!file) throw new PlainError('invalid', NOT_TAKEN);
    this.#reading += 1;
    try {
      if (picturesInText(this.editor.getData()).length + this.#reading > MOST_TEXT_PICTURES)
        throw new PlainError('invalid', `${tooManyPictures('A text')}.`);
      const { address, width, height } = await readPicture(file);
      const hash = await keepBytes(address);
      this.#known.add(hash);
      return { default: textPictureAddress(hash), width: String(width), height: String(height) };
    } finally {
      this.#reading -= 1;
    }
  }

  #addButton(): void {
    const { editor } = this;
    editor.ui.componentFactory.add('insertPicture', (locale) => {
      const button = new FileDialogButtonView(locale);
      button.set({
        acceptedType: PICTURE_TYPES.join(),
        allowMultipleFiles: true,
        label: 'Insert picture',
        icon: IconImageUpload,
        tooltip: true,
      });
      const command = editor.commands.get('uploadImage');
      if (command) button.bind('isEnabled').to(command);
      button.on('done', (_event, files: FileList) => {
        const pictures = this.#onlyPictures([...files]);
        if (pictures.length > 0) editor.execute('uploadImage', { file: pictures });
        editor.editing.view.focus();
      });
      return button;
    });
  }

  /** One picture stays selected after it came in: the next one comes after it, and does not take its place. */
  #insertBesideSelected(): void {
    const { model, plugins, commands } = this.editor;
    const images = plugins.get(ImageUtils);
    commands.get('uploadImage')?.on<CommandExecuteEvent>(
      'execute',
      (event, [options]) => {
        const selected = model.document.selection.getSelectedElement();
        if (!selected || !images.isImage(selected)) return;
        event.stop();
        const { file } = options as { file: File | File[] };
        let last: ModelElement = selected;
        for (const each of [file].flat()) {
          const loader = plugins.get(FileRepository).createLoader(each);
          if (!loader) continue;
          last = images.insertImage({ uploadId: loader.id }, model.createPositionAfter(last)) ?? last;
        }
      },
      { priority: 'high' },
    );
  }

  /**
   * The pictures among some files; of others it is said. That stands until the next files come: one that is taken says
   * nothing about one beside it that is not.
   */
  #onlyPictures(files: readonly File[]): File[] {
    this.refuse(null);
    const pictures = files.filter(({ type }) => PICTURE_TYPES.some((each) => each === type));
    if (pictures.length < files.length) this.refuse(PICTURE_OF_WRONG_TYPE);
    return pictures;
  }

  /** A file that is no picture would vanish without a word. */
  #judgePastedFiles(): void {
    this.editor.editing.view.document.on<ViewDocumentClipboardInputEvent>(
      'clipboardInput',
      (event, { dataTransfer }) => {
        // What is copied from a document brings a picture of itself along.
        if (dataTransfer.types.includes('text/html')) return;
        const { files } = dataTransfer;
        if (files.length > 0 && this.#onlyPictures(files).length === 0) event.stop();
      },
      { priority: 'high' },
    );
  }

  /** Pictures within pasted text: those in the text itself become files, and those of another text are kept again. */
  #takePastedPictures(): void {
    const { editor } = this;
    const { view } = editor.editing;
    editor.plugins.get('ClipboardPipeline').on<ClipboardInputTransformationEvent>(
      'inputTransformation',
      (_event, { content }) => {
        const writer = new ViewUpcastWriter(view.document);
        this.refuse(null);
        for (const { item } of view.createRangeIn(content)) {
          if (!item.is('element', 'img')) continue;
          const address = item.getAttribute('src') ?? '';
          const own = textPictureOf(address);
          if (own !== null) void this.#keepAgain(own);
          if (own !== null || WEB.test(address) || address.startsWith('blob:')) continue;
          if (item.hasAttribute('data-ck-upload-id')) continue;
          const blob = blobOf(address);
          const loader = blob && editor.plugins.get(FileRepository).createLoader(new File([blob], 'picture'));
          writer.setAttribute('src', '', item);
          if (loader) writer.setAttribute('uploadId', loader.id, item);
          else this.refuse(NOT_TAKEN);
        }
      },
      { priority: 'high' },
    );
  }

  /** So that it is sent as one of this text: what another user has put into another text is not theirs to name here. */
  async #keepAgain(hash: string): Promise<void> {
    if (this.#known.has(hash)) return;
    this.#known.add(hash);
    try {
      const file = await bridge.call('files.get', { hash });
      if (file) await keepBytes(`data:${file.type};base64,${file.base64}`);
      else this.refuse(NOT_HERE);
    } catch (failure) {
      this.refuse(sentenceOf(failure, NOT_KEPT));
    }
  }

  /** Whoever cannot see a picture is told what it shows: the words are asked for when one picture has come in. */
  #askForWords(): void {
    const { editor } = this;
    editor.plugins
      .get(ImageUploadEditing)
      .on<ImageUploadCompleteEvent>('uploadComplete', (_event, { data, imageElement }) => {
        editor.model.change((writer) => {
          writer.setAttributes({ width: data['width'], height: data['height'] }, imageElement);
        });
        const { selection } = editor.model.document;
        // Once it is drawn: the form points at it.
        setTimeout(() => {
          if (editor.state !== 'ready' || selection.getSelectedElement() !== imageElement) return;
          if (editor.ui.focusTracker.isFocused)
            editor.ui.componentFactory.create('imageTextAlternative').fire('execute');
        });
      });
  }
}

async function keepBytes(address: string): Promise<string> {
  const { hash } = await bridge.call('files.add', { base64: address.slice(address.indexOf(',') + 1) });
  return hash;
}
