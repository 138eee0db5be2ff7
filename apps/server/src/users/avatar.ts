import type { Upload } from '../platform/http/call.ts'
import { asPicture } from '../platform/pictures.ts'

/** The picture of a person, as large as screens show it. */
export const avatarOf = async ([file]: readonly Upload[]): Promise<Buffer | undefined> =>
  file && asPicture(file, { width: 256, height: 256, fit: 'cover' })
