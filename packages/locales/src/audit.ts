import type { AuditAction, AuditDetails, AuditEntry, AuditObject } from '@steading/contract/users/audit'
import { actionKey, objectKey, resultKey } from './auditWords.ts'
import { changeText, fieldWord } from './changes.ts'
import type { Translate } from './text.ts'

export { changeText, fieldWord }

/** The words of an audit entry, on the screen and in its file. */
export function actorWord({ actorKind, actorName }: Pick<AuditEntry, 'actorKind' | 'actorName'>, t: Translate): string {
  if (actorKind === 'system') return t('ui.system')
  return actorKind === 'anyone' ? t('audit.nobody') : actorName
}
export const objectWord = (object: AuditObject, t: Translate) => t(objectKey(object))
export const actionWord = (action: AuditAction, t: Translate) => t(actionKey(action))
export const resultWord = (result: AuditEntry['result'], t: Translate) => t(resultKey(result))

/** A cell of a spreadsheet holds 32,767 characters: one value never fills it alone. */
const MOST = 2000
const short = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

/** A change as one line: what it was, and what it became. */
export const changeLine = ({ field, old, new: now }: AuditDetails['changes'][number], t: Translate, zone: string): string =>
  `${fieldWord(field, t)}: ${short(changeText(field, old, t, zone))} → ${short(changeText(field, now, t, zone))}`
