import { missing } from './format.ts'
import { translator } from './text.ts'
import { expect, test } from 'vitest'
import { changeText, fieldWord } from './audit.ts'

const t = await translator('en-US')

test.each<[string, unknown, string, string]>([
  ['provisionStatus', 'NOT_PROVISIONED', 'Setup status', 'Not set up'],
  ['status', 'PENDING', 'Status', 'In progress'],
  ['displayName', 'PENDING', 'Name', 'PENDING'],
  ['claim', 'answered', 'Pairing', 'paired'],
  ['value', 40, 'New value', '40'],
  ['value', true, 'New value', 'Yes'],
  ['value', false, 'New value', 'No'],
  ['notes', '', 'Notes', missing],
  ['layout', null, 'Layout', missing],
  ['objectType', ['user'], 'Object', 'User'],
])('%s %j', (field, value, word, text) => {
  expect([fieldWord(field, t), changeText(field, value, t, 'Europe/Lisbon')]).toEqual([word, text])
})
