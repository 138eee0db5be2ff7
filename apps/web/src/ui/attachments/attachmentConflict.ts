import type { Attachment } from '@steading/contract/attachments'
import type { Translate } from '@steading/locales/text'
import type { ConflictEntry } from '../form/edit/ConflictPanel.tsx'

const namesOf = (attachments: readonly Attachment[]): string => attachments.map(({ name }) => name).join(', ')

/** The attachments in a conflict, if they changed; the form shows the stored ones already. */
export const attachmentConflict = (
  before: readonly Attachment[],
  after: readonly Attachment[],
  t: Translate,
): readonly ConflictEntry[] =>
  namesOf(before) === namesOf(after)
    ? []
    : [{ key: 'attachments', label: t('ui.attachments'), value: namesOf(after), isTaken: true, take: () => undefined }]
