import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Failed, invalid } from '../failures.ts'
import type { Upload } from './call.ts'
import { isShallow } from './jsonDepth.ts'

export interface UploadLimits {
  readonly files: number
  readonly bytes: number
}

const MAX_JSON = 1_048_576
/** Room for headers and boundaries of the parts. */
const MAX_HEADERS = 65_536

/** How long the rest of a refused body is read, ms. */
const DRAIN = 10_000

/** Longest valid body, bytes. */
const maxBytes = ({ files, bytes }: UploadLimits) => files * bytes + MAX_JSON + MAX_HEADERS

interface MultipartOptions extends UploadLimits {
  readonly staging: string
  /** Runs when the first file begins; may throw. */
  onFirst(): void
}

/**
 * Reads a multipart body: the named JSON part, and files that are streamed to a folder. Too many or too large files end the reading
 * at once. The caller deletes the folder.
 */
export async function readMultipart(
  request: FastifyRequest,
  names: { readonly json: string; readonly files: string },
  { staging, onFirst, ...limits }: MultipartOptions,
): Promise<{ body: unknown; files: Upload[]; clear(): Promise<void> }> {
  if (!request.isMultipart()) throw new Failed('UNSUPPORTED_MEDIA')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes(limits)) {
    drain(request.raw)
    throw tooLarge(names.files, limits)
  }
  const folder = join(staging, randomUUID())
  const clear = () => rm(folder, { recursive: true, force: true })
  const files: Upload[] = []
  let json: { readonly body: unknown } | undefined
  try {
    await mkdir(folder, { recursive: true })
    const parts = request.parts({
      limits: { fileSize: limits.bytes, fieldSize: MAX_JSON, files: limits.files + 2, fields: 20, parts: limits.files + 22 },
    })
    for await (const part of parts) {
      if (part.fieldname === names.json) {
        // Repeated: readers would disagree on which part counts.
        if (json) throw invalid(names.json, 'twice')
        // Sent as file or field; a field of type JSON arrives parsed.
        const given = part.type === 'file' ? (await part.toBuffer()).toString('utf8') : part.value
        const value = typeof given === 'string' ? parse(given) : given
        if (!isShallow(value)) throw new Failed('MALFORMED')
        json = { body: value }
      } else if (part.type === 'file' && part.fieldname === names.files) {
        if (files.length >= limits.files)
          throw new Failed('TOO_MANY_FILES', [{ field: names.files, code: 'tooMany', values: { max: limits.files } }])
        if (files.length === 0) onFirst()
        const path = join(folder, String(files.length))
        let size = 0
        part.file.on('data', (chunk: Buffer) => (size += chunk.length))
        // Refuses an oversized file at once, without waiting for its end.
        const full = new AbortController()
        const isFull = () => full.abort(tooLarge(names.files, limits))
        if (part.file.truncated) isFull()
        part.file.once('limit', isFull)
        await pipeline(part.file, createWriteStream(path), { signal: full.signal }).catch((error: unknown) => {
          throw full.signal.aborted ? full.signal.reason : error
        })
        files.push({ name: part.filename, type: part.mimetype, size, path })
      } else {
        if (part.type === 'file') part.file.resume()
        throw invalid(part.fieldname, 'unknownField')
      }
    }
    if (!json) throw invalid(names.json, 'required')
    return { body: json.body, files, clear }
  } catch (error) {
    drain(request.raw)
    await clear()
    if (isLimit(error, 'FST_REQ_FILE_TOO_LARGE')) throw tooLarge(names.files, limits)
    if (isLimit(error, 'FST_FILES_LIMIT') || isLimit(error, 'FST_PARTS_LIMIT')) throw new Failed('TOO_MANY_FILES')
    if (isCutOff(error)) throw new Failed('MALFORMED')
    throw error
  }
}

/** Reads the rest of a refused body, so that the sender gets the response and may reuse the connection; bounded in time. */
function drain(from: IncomingMessage) {
  from.unpipe()
  from.resume()
  const cut = setTimeout(() => from.destroy(), DRAIN).unref()
  from.once('close', () => clearTimeout(cut))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failed('MALFORMED')
  }
}

const tooLarge = (field: string, limits: UploadLimits) =>
  new Failed('TOO_LARGE', [{ field, code: 'fileTooLarge', values: { max: Math.round(limits.bytes / 1_048_576) } }])

const isLimit = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
/** The multipart parser reports a truncated body by message only. */
const isCutOff = (error: unknown) => error instanceof Error && /multipart data|Boundary not found/.test(error.message)
