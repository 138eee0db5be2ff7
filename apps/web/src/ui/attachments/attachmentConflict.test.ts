import type { Attachment } from '@steading/contract/attachments'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { attachmentConflict } from './attachmentConflict.ts'

const t = await translator('en-US')
const note: Attachment = {
  name: 'delivery note.pdf',
  type: 'application/pdf',
  size: 1200,
  addedBy: null,
  addedUtc: '2026-05-20T11:00:00.000Z',
}
const conflict = (after: readonly Attachment[]) => attachmentConflict([note], after, t)

test('attachments that nobody changed are no conflict', () => expect(conflict([{ ...note }])).toEqual([]))

test.each([
  ['removed', [], ''],
  ['added', [note, { ...note, name: 'scale.jpg' }], 'delivery note.pdf, scale.jpg'],
  ['replaced under its name', [{ ...note, addedUtc: '2026-05-20T11:05:00.000Z' }], 'delivery note.pdf'],
])('an attachment that was %s is a conflict', (_, after, value) =>
  expect(conflict(after)).toMatchObject([{ key: 'attachments', value }]),
)
