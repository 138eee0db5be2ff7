import type { Upload } from '../platform/http/call.ts'
import { toPicture } from '../platform/files/pictures.ts'

/** The picture of a person, as large as screens show it. */
export const avatarOf = async ([file]: readonly Upload[]): Promise<Buffer | undefined> =>
  file && toPicture(file, { width: 256, height: 256, fit: 'cover' })
