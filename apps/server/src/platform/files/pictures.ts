import sharp from 'sharp'
import { invalid } from '../failures.ts'
import type { Upload } from '../http/call.ts'

/** Larger images are not decoded (pixels). */
export const MAX_PIXELS = 40_000_000
const READABLE_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif'])

export interface PictureSize {
  readonly width: number
  readonly height: number
  /** `cover` crops to the size, `inside` scales the whole image into it. */
  readonly fit: 'cover' | 'inside'
}

/**
 * Scales an uploaded image and re-encodes it as WebP, which removes all metadata, the GPS position included.
 * @throws Failed INVALID_INPUT for anything but an image of these formats
 */
export async function toPicture(file: Upload, { width, height, fit }: PictureSize, field = 'file'): Promise<Buffer> {
  try {
    const picture = sharp(file.path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!READABLE_FORMATS.has(format)) throw invalid(field, 'image')
    return await picture
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid(field, 'image')
  }
}
