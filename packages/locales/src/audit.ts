import type { AuditAction, AuditDetails, AuditEntry, AuditObject } from '@steading/contract/audit'
import { camel } from './camel.ts'
import { missing } from './format.ts'
import type { TextKey, Translate } from './text.ts'

const OBJECTS: Readonly<Record<AuditObject, TextKey>> = {
  user: 'user.one',
  entity: 'entity.generic',
  terminal: 'terminal.one',
  interface: 'interface.one',
  rule: 'rule.one',
  template: 'rule.template',
  event: 'event.one',
  dashboard: 'dashboard.one',
  widget: 'widget.one',
  tag: 'tag.one',
  role: 'role.one',
  audit: 'audit.title',
}

/** The words of an audit entry, on the screen and in its file. */
export function actorWord({ actorKind, actorName }: Pick<AuditEntry, 'actorKind' | 'actorName'>, t: Translate): string {
  if (actorKind === 'system') return t('ui.system')
  return actorKind === 'anyone' ? t('audit.nobody') : actorName
}
export const objectWord = (object: AuditObject, t: Translate) => t(OBJECTS[object])
export const actionWord = (action: AuditAction, t: Translate) => t(`audit.action.${camel(action)}`)
export const resultWord = (result: AuditEntry['result'], t: Translate) => t(`audit.result.${camel(result)}`)

/** The fields that entries tell of, and the words of their values where those are codes. */
const fields: Readonly<Record<string, { readonly word: TextKey; readonly values?: Readonly<Record<string, TextKey>> }>> = {
  displayName: { word: 'ui.name' },
  notes: { word: 'ui.notes' },
  value: { word: 'actuation.value' },
  layout: { word: 'audit.field.layout' },
  provisionStatus: {
    word: 'terminal.provision',
    values: {
      NOT_PROVISIONED: 'terminal.status.notProvisioned',
      PROVISIONED: 'terminal.status.provisioned',
      UPDATING: 'terminal.status.updating',
    },
  },
  claim: { word: 'audit.field.claim', values: { open: 'audit.value.open', answered: 'audit.value.answered' } },
  credentials: { word: 'audit.field.credentials', values: { rotated: 'audit.value.rotated' } },
  status: {
    word: 'audit.field.status',
    values: { OPEN: 'event.status.open', PENDING: 'event.status.pending', CLOSED: 'event.status.closed' },
  },
}

/** What a field is called; one that this page does not know is said as it was kept. */
export function fieldWord(field: string, t: Translate): string {
  const known = fields[field]
  return known ? t(known.word) : field
}

/** A value in words: codes in theirs, text as it is, yes and no, everything else as data. */
export function changeText(field: string, value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return missing
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  const word = fields[field]?.values?.[value]
  return word ? t(word) : value
}

/** A cell of a spreadsheet holds 32,767 characters: one value never fills it alone. */
const MOST = 2000
const short = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

/** A change as one line: what it was, and what it became. */
export const changeLine = ({ field, old, new: now }: AuditDetails['changes'][number], t: Translate): string =>
  `${fieldWord(field, t)}: ${short(changeText(field, old, t))} → ${short(changeText(field, now, t))}`
