import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WidgetFile } from '@steading/contract/widgets/dashboards'
import type { Configs } from '@steading/contract/widgets/definition'
import { invalid } from '../platform/failures.ts'
import { toPicture } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/call.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { keyFor } from '../platform/security/secrets.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { deletePicturesExcept, insertPicture } from './widgets.sql.ts'

/** Pictures of widgets fit a screen (pixels). */
const SIZE = { width: 1920, height: 1440, fit: 'inside' } as const
/** A signed address is good for five to ten minutes: it stays the same for five, so that browsers cache the picture. */
const VALIDITY = 5 * 60_000

interface SignedPicture {
  readonly widgetId: string
  readonly name: string
  readonly expires: number
  /** Id of the public link that the address is for: it is good while that link shows the widget. */
  readonly link?: string | undefined
}

const signatureOf = (secrets: Secrets, { widgetId, name, expires, link }: SignedPicture) =>
  createHmac('sha256', keyFor(secrets, 'widget picture'))
    .update(JSON.stringify([widgetId, name, expires, link]))
    .digest('base64url')

/** The signed address of a picture, for a caller who sees its widget. */
function pictureUrl(secrets: Secrets, work: UnitOfWork, widgetId: string, name: string): string {
  const expires = (Math.floor(work.now.getTime() / VALIDITY) + 2) * VALIDITY
  const link = work.actor.publicLink?.id
  const query = new URLSearchParams({
    expires: String(expires),
    ...(link !== undefined && { link }),
    signature: signatureOf(secrets, { widgetId, name, expires, link }),
  })
  return `/services/static/widgets/image/${widgetId}/${encodeURIComponent(name)}?${query.toString()}`
}

export function isSigned(
  secrets: Secrets,
  now: number,
  { signature, ...picture }: SignedPicture & { readonly signature: string },
): boolean {
  const given = Buffer.from(signature)
  const expected = Buffer.from(signatureOf(secrets, picture))
  return picture.expires >= now && given.length === expected.length && timingSafeEqual(given, expected)
}

export const presentPictures = (
  secrets: Secrets,
  work: UnitOfWork,
  widgetId: string,
  pictures: readonly Omit<WidgetFile, 'url'>[],
): WidgetFile[] => pictures.map(picture => ({ ...picture, url: pictureUrl(secrets, work, widgetId, picture.name) }))

/** @throws Failed for an uploaded picture that none of these configurations names */
export function mustBeNamed(uploads: readonly Upload[], configs: readonly Configs[]) {
  const names = new Set(configs.flatMap(({ files }) => files))
  if (uploads.some(({ name }) => !names.has(name))) throw invalid('files', 'unknownField')
}

/**
 * Stores the uploaded pictures that a widget names, keeps those that it had, and drops the others.
 * @throws Failed for a file that is missing or no picture
 */
export async function storePictures(
  work: UnitOfWork,
  widgetId: string,
  names: readonly string[],
  {
    uploads,
    before,
    at = 'configs',
  }: { readonly uploads: readonly Upload[]; readonly before: readonly string[]; readonly at?: string },
) {
  const added = names.filter(name => uploads.some(upload => upload.name === name))
  const missing = names.findIndex(name => !added.includes(name) && !before.includes(name))
  if (missing >= 0) throw invalid(`${at}.files.${missing}`, 'notFound')
  await deletePicturesExcept(
    work,
    widgetId,
    names.filter(name => !added.includes(name)),
  )
  for (const name of added) {
    const upload = uploads.find(one => one.name === name)! // safe: just found
    await insertPicture(work, { widgetId, name, content: await toPicture(upload, SIZE, 'files') })
  }
}
