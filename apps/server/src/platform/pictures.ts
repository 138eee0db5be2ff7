import sharp from 'sharp'
import { invalid } from './failures.ts'
import type { Upload } from './http/call.ts'

/** Nothing larger is unpacked, whatever the file says (pixels). */
export const MOST_PIXELS = 40_000_000
const READ: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif'])

export interface PictureSize {
  readonly width: number
  readonly height: number
  /** `cover` cuts off what does not fit, `inside` keeps all of it. */
  readonly fit: 'cover' | 'inside'
}

/**
 * A picture that came in, made small and written anew as webp: nothing of the file survives but what it shows, no place where
 * it was taken either.
 * @throws Failed INVALID_INPUT for what is no such picture
 */
export async function asPicture(file: Upload, { width, height, fit }: PictureSize, field = 'file'): Promise<Buffer> {
  try {
    const picture = sharp(file.path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!READ.has(format)) throw invalid(field, 'image')
    return await picture
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid(field, 'image')
  }
}
