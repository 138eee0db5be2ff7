import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { ATTACHMENT_ENDINGS } from '@steading/contract/attachments'
import { textEncodingOf } from '@steading/contract/textEncoding'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { invalid, isDiskFull } from '../failures.ts'
import type { Upload } from '../http/call.ts'
import { MAX_PIXELS } from './pictures.ts'

/** An accepted file: its type is allowed and its name is safe. */
export interface InspectedFile {
  readonly name: string
  readonly type: string
  readonly path: string
  readonly size: number
}

const KINDS: Readonly<Record<string, readonly [string, ...string[]]>> = ATTACHMENT_ENDINGS
const TEXTS = Object.entries(KINDS).filter(([type]) => type.startsWith('text/'))

/**
 * Checks uploaded files: the type detected from the first bytes must be allowed and match the extension. Images are re-encoded,
 * which removes their metadata.
 * @throws Failed with the field of the file
 */
export async function inspectAttachments(uploads: readonly Upload[], field = 'files'): Promise<InspectedFile[]> {
  const attachments: InspectedFile[] = []
  // One after another: a decoded image takes much memory.
  for (const [at, upload] of uploads.entries()) attachments.push(await inspect(upload, `${field}.${at}`))
  return attachments
}

async function inspect(upload: Upload, field: string): Promise<InspectedFile> {
  if (upload.size === 0) throw invalid(field, 'emptyFile')
  const name = safeFileName(upload.name)
  const type = await typeOf(upload.path, name)
  if (type === null) throw invalid(field, 'fileType')
  if (!KINDS[type]!.includes(extname(name).toLowerCase())) throw invalid(field, 'fileName', { ending: KINDS[type]![0] })
  if (!type.startsWith('image/')) return { name, type, path: upload.path, size: upload.size }
  const path = await reencodeImage(upload.path, field)
  return { name, type, path, size: (await stat(path)).size }
}

async function typeOf(path: string, name: string): Promise<string | null> {
  const detected = (await fileTypeFromFile(path))?.mime
  if (detected) return detected in KINDS ? detected : null
  const textType = TEXTS.find(([, endings]) => endings.includes(extname(name).toLowerCase()))
  return textType && (await isText(path)) ? textType[0] : null
}

// oxlint-disable-next-line no-control-regex -- text has no control characters other than white space
const CONTROL = /[\u0000-\u0008\u000B\u000E-\u001F]/

/** Whether a file is text: UTF-16 with a byte order mark, or an encoding of single bytes or UTF-8, without control characters. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    let decoder: TextDecoder | undefined
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      const encoding = textEncodingOf(chunk)
      // Latin-1 has a character for each byte: what is not UTF-8 is text of an older program.
      decoder ??= new TextDecoder(encoding === 'utf-8' ? 'latin1' : encoding, { fatal: true })
      if (CONTROL.test(decoder.decode(chunk, { stream: true }))) return false
    }
    decoder?.decode()
    return true
  } catch (error) {
    // Half a character, or half a surrogate pair.
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await file.close()
  }
}

async function reencodeImage(path: string, field: string): Promise<string> {
  const to = `${path}.anew`
  try {
    // Keeps the frames of an animated image.
    await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: true }).autoOrient().toFile(to)
    return to
  } catch (error) {
    throw isDiskFull(error) ? error : invalid(field, 'image')
  }
}

const MAX_STEM_LENGTH = 150
// oxlint-disable-next-line no-control-regex -- those are what is taken out
const INVISIBLE = /[\u0000-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** A safe file name: the last segment of a path, without invisible characters and within the length limit of file systems. */
export function safeFileName(original: string): string {
  const last = original.normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1)!.trim()
  const ending = extname(last).slice(0, 10)
  const stem = last
    .slice(0, last.length - ending.length)
    .replaceAll(/[<>:"|?*]/g, '_')
    .slice(0, MAX_STEM_LENGTH)
    .trim()
  return `${stem.replaceAll(/^\.+/g, '') || 'file'}${ending}`
}

/** A name that is not taken yet: `plan (2).pdf`. */
export function uniqueFileName(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name)
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free.toLowerCase())) return free
    free = `${name.slice(0, name.length - ending.length)} (${n})${ending}`
  }
}
