import type { Cause } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { clock, farm, isOut, open, settled, sink, tell, withChannels } from '../../../test/channels.ts'
import { data, failing } from '../../../test/farm.ts'
import { anOccurrence, by, rowsOf } from '../../../test/outbox.ts'

withChannels()

const cause: Cause = {
  interfaceId: '4',
  interfaceName: 'Silo',
  category: 'SILO_WEIGHT',
  operator: 'LESS',
  threshold: 1500,
  value: 1400,
  reading: 1400,
  sinceUtc: '2026-07-05T10:00:00.000Z',
  permanence: 600,
  ruleVersion: 3,
}

test('applies the formats of a profile to session, messages and files', { tags: ['nightly'] }, async () => {
  await open({ SMTP_URL: sink.url })
  const api = await farm.as('Paul', ['events.read', 'audit.read'])
  const { userId, displayName, shortName, version, numberFormat } = data(await api.users.personal())
  expect(numberFormat).toBeNull()
  const body = { displayName, shortName, language: 'de-DE' as const, timeZone: 'UTC', version }
  const wrong = { ...body, numberFormat: 'POINT_POINT' as 'POINT_COMMA' }
  await expect(api.users.editPersonal({ body: wrong, files: [] })).rejects.toMatchObject(failing('INVALID_INPUT'))
  const choice = { numberFormat: 'POINT_COMMA', dateFormat: 'MDY_SLASH' } as const
  expect(data(await api.users.editPersonal({ body: { ...body, ...choice }, files: [] }))).toMatchObject(choice)

  const occurrence = await anOccurrence(farm, 'House 1', 'CRITICAL', { title: 'Low' })
  const alarm = { ...occurrence, cause, actions: by(['MAIL'], { usersList: [userId] }) }
  await tell(farm, alarm)
  await settled(farm, [alarm], isOut)
  expect(sink.received[0]!.mail.text).toMatch(/1,400\u00a0kg[^]*Seit 07\/05 10:00/)
  // Digests and answers are written later, in the same notation.
  expect((await rowsOf(farm, alarm.eventId))[0]).toMatchObject({ number_format: 'POINT_COMMA', date_format: 'MDY_SLASH' })

  const file = await data(await api.audit.export({ query: { objectType: 'user' } })).content.text()
  const day = new Date(clock.now()).toISOString().slice(5, 10).replace('-', '/')
  expect(file).toContain('Zahlenformat: – → 1,234.5')
  expect(file.split('\r\n')[1]).toMatch(new RegExp(`^${day}/2026 [\\d:]+ \\+00:00,`))
  expect(data(await api.sessions.extend())).toMatchObject(choice)
})

test('applies the formats of the language without a choice', async () => {
  await open({ SMTP_URL: sink.url })
  const all = []
  for (const language of ['en-US', 'de-DE'] as const) {
    const api = await farm.as('Paul', ['events.read'])
    const { userId, displayName, shortName, version } = data(await api.users.personal())
    data(await api.users.editPersonal({ body: { displayName, shortName, language, version }, files: [] }))
    const alarm = { ...(await anOccurrence(farm, 'House 1')), cause, actions: by(['MAIL'], { usersList: [userId] }) }
    await tell(farm, alarm)
    all.push(alarm)
  }
  await settled(farm, all, isOut)
  const texts = sink.received.map(({ mail }) => mail.text ?? '').toSorted()
  expect(texts.filter(text => text.includes('1,400\u00a0kg'))).toHaveLength(1)
  expect(texts.filter(text => text.includes('1.400\u00a0kg'))).toHaveLength(1)
})
