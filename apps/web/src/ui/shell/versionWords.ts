import { date } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Release } from '../../platform/session/version.ts'

/** The version of these screens, with its day where the server runs the same one. */
export function versionWords(version: string, server: Release | undefined, t: Translate): string {
  const day = server?.version === version ? server.date : undefined
  const words = `${t('rule.version')} ${version}`
  return day === undefined ? words : `${words} · ${date(day, 'UTC', t)}`
}
