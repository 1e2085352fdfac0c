import { PICTURE_TYPES } from '#shared/model/picture.ts';
import {
  richTextAlignments,
  richTextAttributes,
  richTextSchemes,
  richTextTags,
} from '#shared/model/rich-text.ts';
import {
  AutoLink,
  BlockQuote,
  Bold,
  CodeBlock,
  Essentials,
  FindAndReplace,
  GeneralHtmlSupport,
  Heading,
  ImageBlock,
  ImageCaption,
  ImageInsertViaUrl,
  ImageTextAlternative,
  ImageToolbar,
  Italic,
  Link,
  List,
  Paragraph,
  PasteFromOffice,
  Strikethrough,
  Table,
  TableCaption,
  TableToolbar,
  Underline,
  type EditorConfig,
} from 'ckeditor5';
import { BoundedPaste } from './bounded-paste.ts';
import { OwnPictures } from './own-pictures.ts';
import { ShownPictures } from './shown-pictures.ts';
import { WithoutScripts } from './without-scripts.ts';

/**
 * What the editor can do: pictures go to the desk, and nothing asks the web. The article's own title is its first
 * heading, so headings within it start at the second. Tags that have no button, but are allowed, stay as they are; but the foot of
 * a table becomes a row of it, its columns lose their spans, and a picture within a line a line of its own and its title.
 */
export const editorSettings: EditorConfig = {
  licenseKey: 'GPL',
  plugins: [
    Essentials,
    Paragraph,
    Heading,
    Bold,
    Italic,
    Underline,
    Strikethrough,
    Link,
    AutoLink,
    List,
    BlockQuote,
    CodeBlock,
    Table,
    TableCaption,
    TableToolbar,
    ImageBlock,
    ImageCaption,
    ImageInsertViaUrl,
    ImageTextAlternative,
    ImageToolbar,
    ShownPictures,
    OwnPictures,
    WithoutScripts,
    BoundedPaste,
    PasteFromOffice,
    FindAndReplace,
    GeneralHtmlSupport,
  ],
  translations: {
    en: {
      dictionary: {
        'Insert image via URL': 'Picture from a web address',
        'Update image URL': 'Web address of the picture',
        'Image via URL': 'Picture',
        'Change image text alternative': 'What the picture shows',
        'Text Alternative': 'What the picture shows',
        'Text alternative': 'For those who cannot see it',
      },
    },
  },
  toolbar: [
    'heading',
    '|',
    'bold',
    'italic',
    'underline',
    'strikethrough',
    '|',
    'link',
    'bulletedList',
    'numberedList',
    '|',
    'blockQuote',
    'codeBlock',
    'insertTable',
    'insertPicture',
    'insertImageViaUrl',
    '|',
    'undo',
    'redo',
    'findAndReplace',
  ],
  heading: {
    options: [
      { model: 'paragraph', title: 'Paragraph', class: 'ck-heading_paragraph' },
      { model: 'heading2', view: 'h2', title: 'Heading', class: 'ck-heading_heading1' },
      { model: 'heading3', view: 'h3', title: 'Smaller heading', class: 'ck-heading_heading2' },
      { model: 'heading4', view: 'h4', title: 'Smallest heading', class: 'ck-heading_heading3' },
    ],
  },
  link: { defaultProtocol: 'https://', allowedProtocols: [...richTextSchemes] },
  image: {
    toolbar: ['imageTextAlternative', 'toggleImageCaption', '|', 'insertImageViaUrl'],
    upload: { types: PICTURE_TYPES.map((type) => type.replace('image/', '')) },
  },
  table: { contentToolbar: ['tableColumn', 'tableRow', 'mergeTableCells', 'toggleTableCaption'] },
  htmlSupport: {
    allow: richTextTags
      .filter((name) => name !== 'img')
      .map((name) => ({
        name,
        attributes: [...(richTextAttributes[name] ?? [])],
        styles: { 'text-align': new RegExp(`^(?:${richTextAlignments.join('|')})$`) },
      })),
  },
};
