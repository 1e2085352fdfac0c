/** What we use of busboy, which comes without types. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable, Writable } from 'node:stream';

  interface Limits {
    /** Bytes of a field's name; a longer one is cut off and marked. */
    fieldNameSize?: number;
    fieldSize?: number;
    fields?: number;
    fileSize?: number;
    files?: number;
    parts?: number;
    headerPairs?: number;
  }

  interface FieldInfo {
    nameTruncated: boolean;
    valueTruncated: boolean;
  }

  interface Busboy extends Writable {
    on(event: 'field', listener: (name: string | undefined, value: string, info: FieldInfo) => void): this;
    on(
      event: 'file',
      listener: (name: string | undefined, stream: Readable, info: { filename?: string }) => void,
    ): this;
    on(event: 'partsLimit' | 'filesLimit' | 'fieldsLimit' | 'close' | 'finish', listener: () => void): this;
    on(event: 'error', listener: (error: unknown) => void): this;
    on(event: string, listener: (...given: unknown[]) => void): this;
  }

  /** @throws Error where the headers are not those of a form. */
  export default function busboy(options: { headers: IncomingHttpHeaders; limits?: Limits }): Busboy;
}
