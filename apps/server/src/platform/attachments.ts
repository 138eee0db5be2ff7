import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { ATTACHMENT_ENDINGS } from '@steading/contract/attachments'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { invalid, isFull } from './failures.ts'
import type { Upload } from './http/call.ts'
import { MOST_PIXELS } from './pictures.ts'

/** A file that may stay: of a known kind, under a name that harms nobody. */
export interface Attached {
  readonly name: string
  readonly type: string
  readonly path: string
  readonly size: number
}

const KINDS: Readonly<Record<string, readonly [string, ...string[]]>> = ATTACHMENT_ENDINGS
const TEXTS = Object.entries(KINDS).filter(([type]) => type.startsWith('text/'))

/**
 * Files that came in, each looked at: its first bytes say what it is, and its name has to say the same. A picture is written
 * anew, so that nothing stays of it but what it shows.
 * @throws Failed that names the file
 */
export async function attached(uploads: readonly Upload[], field = 'files'): Promise<Attached[]> {
  const found: Attached[] = []
  // One after the other: a picture is large once it is unpacked.
  for (const [at, upload] of uploads.entries()) found.push(await look(upload, `${field}.${at}`))
  return found
}

async function look(upload: Upload, field: string): Promise<Attached> {
  if (upload.size === 0) throw invalid(field, 'emptyFile')
  const name = plainName(upload.name)
  const type = await typeOf(upload.path, name)
  if (type === null) throw invalid(field, 'fileType')
  if (!KINDS[type]!.includes(extname(name).toLowerCase())) throw invalid(field, 'fileName', { ending: KINDS[type]![0] })
  if (!type.startsWith('image/')) return { name, type, path: upload.path, size: upload.size }
  const path = await rewritten(upload.path, field)
  return { name, type, path, size: (await stat(path)).size }
}

async function typeOf(path: string, name: string): Promise<string | null> {
  const seen = (await fileTypeFromFile(path))?.mime
  if (seen) return seen in KINDS ? seen : null
  const said = TEXTS.find(([, endings]) => endings.includes(extname(name).toLowerCase()))
  return said && (await isText(path)) ? said[0] : null
}

/** Text in whichever encoding has no bytes that only programs use. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>)
      for (const byte of chunk) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return false
    return true
  } finally {
    await file.close()
  }
}

async function rewritten(path: string, field: string): Promise<string> {
  const to = `${path}.anew`
  try {
    // A picture that moves goes on moving.
    await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: true }).autoOrient().toFile(to)
    return to
  } catch (error) {
    throw isFull(error) ? error : invalid(field, 'image')
  }
}

const LONGEST = 150
// oxlint-disable-next-line no-control-regex -- those are what is taken out
const UNSEEN = /[\u0000-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** The last part of what may be a path, without what nobody sees, as long as a folder takes. */
export function plainName(given: string): string {
  const last = given.normalize('NFC').replaceAll(UNSEEN, '').split(/[/\\]/).at(-1)!.trim()
  const ending = extname(last).slice(0, 10)
  const stem = last
    .slice(0, last.length - ending.length)
    .replaceAll(/[<>:"|?*]/g, '_')
    .slice(0, LONGEST)
    .trim()
  return `${stem.replaceAll(/^\.+/g, '') || 'file'}${ending}`
}

/** A name that none of those has: `plan (2).pdf`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name)
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free.toLowerCase())) return free
    free = `${name.slice(0, name.length - ending.length)} (${n})${ending}`
  }
}
