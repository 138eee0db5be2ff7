import type { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_OBJECTS, AuditDetails, AuditEntry } from '@steading/contract/users/audit'
import { actionWord, actorWord, changeLine, objectWord, resultWord } from '@steading/locales/audit'
import { csvTime } from '@steading/locales/csv'
import type { Cell } from '@steading/locales/csv'
import type { Translate } from '@steading/locales/text'
import type { AuditRow } from './audit.sql.ts'

export const present = ({ ts, ...row }: AuditRow): AuditEntry => ({
  ...row,
  timestampUtc: ts.toISOString(),
  actorKind: row.actorKind as (typeof AUDIT_ACTORS)[number], // safe: Work.audit writes nothing else, here and below
  objectType: row.objectType as (typeof AUDIT_OBJECTS)[number],
  action: row.action as (typeof AUDIT_ACTIONS)[number],
  result: row.result,
})

type Changes = AuditDetails['changes']

export const presentChanges = (changes: unknown) => changes as Changes // safe: Work.audit writes nothing else

export const headOf = (t: Translate): readonly Cell[] => [
  t('audit.when'),
  t('audit.who'),
  t('audit.action'),
  t('audit.object'),
  t('ui.name'),
  t('audit.objectId'),
  t('audit.place'),
  t('audit.result'),
  t('audit.ip'),
  t('audit.changed'),
]

export const cellsOf = (entry: AuditEntry & { readonly changes: Changes }, t: Translate, zone: string): readonly Cell[] => [
  csvTime(entry.timestampUtc, zone, t),
  actorWord(entry, t),
  actionWord(entry.action, t),
  objectWord(entry.objectType, t),
  entry.objectName,
  entry.objectId,
  entry.entity?.displayName,
  resultWord(entry.result, t),
  entry.ip,
  entry.changes.map(change => changeLine(change, t, zone)).join('\n'),
]
