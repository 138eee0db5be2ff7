import { missing } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'

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
