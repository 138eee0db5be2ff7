import { textEncodingOf } from '@steading/contract/textEncoding'

/** The text of a file in the encoding that its byte order mark names, without the mark; UTF-8 without one. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new TextDecoder(textEncodingOf(bytes)).decode(bytes)
}
