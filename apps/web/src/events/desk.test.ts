import { expect, test } from 'vitest'
import { categoriesOf, deskAt, deskOf } from './desk.ts'

test('each address has its list, and the way back leads there', () => {
  expect(deskAt('/events/7/details').list).toBe('/events')
  expect(deskAt('/helpdesk').details('7')).toBe('/helpdesk/7/details')
  expect(deskAt('/system/helpdesk/create').details('7')).toBe('/system/helpdesk/7/details')
  expect(deskAt('/system/helpdesk/create').create).toBe('/system/helpdesk/create')
})

test('a ticket belongs to the help desk, from wherever somebody came to it', () => {
  const [events, system] = [deskAt('/events'), deskAt('/system/helpdesk')]
  expect(deskOf('HELPDESK_SYSTEM', events).list).toBe('/helpdesk')
  expect(deskOf('HELPDESK_SYSTEM', system).list).toBe('/system/helpdesk')
  expect(deskOf('WATER', system).list).toBe('/events')
  expect(deskOf('WATER', events)).toBe(events)
})

test('neither offers what the other one is about', () => {
  expect(categoriesOf(deskAt('/helpdesk'))).toHaveLength(4)
  expect(categoriesOf(deskAt('/events'))).toHaveLength(9)
  expect(categoriesOf(deskAt('/events')).some(one => one.startsWith('HELPDESK'))).toBe(false)
})
