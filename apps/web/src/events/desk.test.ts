import type { BatchRef } from '@steading/contract/batches'
import type { EventCategory } from '@steading/contract/events'
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
  const about = (category: EventCategory, batch: BatchRef | null = null) => ({ category, batch })
  expect(deskOf(about('HELPDESK_SYSTEM'), events).list).toBe('/helpdesk')
  expect(deskOf(about('HELPDESK_SYSTEM'), system).list).toBe('/system/helpdesk')
  expect(deskOf(about('WATER'), system).list).toBe('/events')
  expect(deskOf(about('WATER'), events)).toBe(events)
})

test('an event of a batch leads back to it, one of another batch to all', () => {
  const desk = deskAt('/production/7/events/details/12')
  expect(desk).toMatchObject({ batchId: '7', create: '/production/7/events/create', isHelpdesk: false })
  expect(desk.details('12')).toBe('/production/7/events/details/12')
  expect(desk.back()).toBe('/production/batches/7/details?tab=events')
  expect(deskOf({ category: 'WATER', batch: { id: '7', code: 'LAQPL-2603' } }, desk)).toBe(desk)
  for (const batch of [null, { id: '8', code: 'LAQPL-2604' }])
    expect(deskOf({ category: 'WATER', batch }, desk).list).toBe('/events')
  expect(deskAt('/production/batches/7/details').batchId).toBeNull()
})

test('neither offers what the other one is about', () => {
  expect(categoriesOf(deskAt('/helpdesk'))).toHaveLength(4)
  expect(categoriesOf(deskAt('/events'))).toHaveLength(9)
  expect(categoriesOf(deskAt('/events')).some(one => one.startsWith('HELPDESK'))).toBe(false)
})
