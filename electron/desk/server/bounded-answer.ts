/** An answer is larger, or has more in it, than what was asked for can be: whoever sends it is broken, or means harm. */
export class AnswerTooLarge extends Error {
  constructor(most: number) {
    super(`The answer has more than ${most} bytes, or too much in them`);
    this.name = 'AnswerTooLarge';
  }
}

/**
 * Reads the body of an answer, counted while it comes in (after decompression), and breaks off at the limit.
 * @param heard told of the bytes of each piece that has come in
 * @throws AnswerTooLarge
 */
export async function readBounded(
  response: Response,
  most: number,
  heard: (bytes: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const told = Number(response.headers.get('content-length') ?? 0);
  if (told > most) {
    await response.body?.cancel().catch(() => undefined);
    throw new AnswerTooLarge(most);
  }
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    heard(value.byteLength);
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw new AnswerTooLarge(most);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
