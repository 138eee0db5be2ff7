import type { Attachment } from '@steading/contract/attachments'
import type { Translate } from '@steading/locales/text'
import type { ConflictEntry } from '../form/edit/ConflictPanel.tsx'

const namesOf = (attachments: readonly Attachment[]): string => attachments.map(({ name }) => name).join(', ')

/** A file that is replaced under its name has another time. */
const isSame = (before: readonly Attachment[], after: readonly Attachment[]): boolean =>
  before.length === after.length &&
  before.every(({ name, addedUtc }, at) => name === after[at]?.name && addedUtc === after[at].addedUtc)

/** The attachments in a conflict, if they changed; the form shows the stored ones already. */
export const attachmentConflict = (
  before: readonly Attachment[],
  after: readonly Attachment[],
  t: Translate,
): readonly ConflictEntry[] =>
  isSame(before, after)
    ? []
    : [{ key: 'attachments', label: t('ui.attachments'), value: namesOf(after), isTaken: true, take: () => undefined }]
