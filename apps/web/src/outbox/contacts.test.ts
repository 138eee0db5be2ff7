import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { usualActions } from './actions.ts'
import { contactProblems, contactsIn } from './contacts.ts'

const t = await translator('en-US')
const problemsOf = (type: Channel, contactsList: string[], status: ActionConfiguration['status'] = 'ACTIVE') =>
  usualActions().map(usualAction =>
    usualAction.type === type ? { ...usualAction, status, properties: { ...usualAction.properties, contactsList } } : usualAction,
  )

test('what is typed is taken as the channel takes it; what is neither stays as it was typed', () => {
  expect(contactsIn('MAIL', ' Vet@Farm.Example, nobody ;', 'PRT')).toEqual(['vet@farm.example', 'nobody'])
  expect(contactsIn('SMS', '912 345 678\n+34 612345678\nab', 'PRT')).toEqual(['+351912345678', '+34612345678', 'ab'])
})

test('a contact that reaches nobody keeps a form from being saved, where its channel is on', () => {
  expect(contactProblems(problemsOf('MAIL', ['vet@farm.example']), t)).toEqual([])
  expect(contactProblems(problemsOf('MAIL', ['nobody']), t)).toEqual([
    { field: '0.properties.contactsList', words: t('rule.told.noAddress', { contact: 'nobody' }) },
  ])
  expect(contactProblems(problemsOf('SMS', ['ab'], 'INACTIVE'), t)).toEqual([])
  expect(contactProblems(problemsOf('SMS', ['ab']), t)).toMatchObject([{ words: t('rule.told.noNumber', { contact: 'ab' }) }])
})
