import type { BatchRef } from '@steading/contract/production/batchRef'
import type { EventCategory } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { categoriesOf, scopeAt, scopeOf } from './eventScope.ts'

test('each address has its list, and the way back leads there', () => {
  expect(scopeAt('/events/7/details').list).toBe('/events')
  expect(scopeAt('/helpdesk').details('7')).toBe('/helpdesk/7/details')
  expect(scopeAt('/system/helpdesk/create').details('7')).toBe('/system/helpdesk/7/details')
  expect(scopeAt('/system/helpdesk/create').create).toBe('/system/helpdesk/create')
})

test('a ticket belongs to the help desk, from wherever somebody came to it', () => {
  const events = scopeAt('/events')
  const system = scopeAt('/system/helpdesk')
  const about = (category: EventCategory, batch: BatchRef | null = null) => ({ category, batch })
  expect(scopeOf(about('HELPDESK_SYSTEM'), events).list).toBe('/helpdesk')
  expect(scopeOf(about('HELPDESK_SYSTEM'), system).list).toBe('/system/helpdesk')
  expect(scopeOf(about('WATER'), system).list).toBe('/events')
  expect(scopeOf(about('WATER'), events)).toBe(events)
})

test('an event of a batch leads back to it, one of another batch to all', () => {
  const scope = scopeAt('/production/7/events/details/12')
  expect(scope).toMatchObject({ batchId: '7', create: '/production/7/events/create', isHelpdesk: false })
  expect(scope.details('12')).toBe('/production/7/events/details/12')
  expect(scope.back()).toBe('/production/batches/7/details?tab=events')
  expect(scopeOf({ category: 'WATER', batch: { id: '7', code: 'LAQPL-2603' } }, scope)).toBe(scope)
  for (const batch of [null, { id: '8', code: 'LAQPL-2604' }])
    expect(scopeOf({ category: 'WATER', batch }, scope).list).toBe('/events')
  expect(scopeAt('/production/batches/7/details').batchId).toBeNull()
})

test('neither offers what the other one is about', () => {
  expect(categoriesOf(scopeAt('/helpdesk'))).toHaveLength(4)
  expect(categoriesOf(scopeAt('/events'))).toHaveLength(9)
  expect(categoriesOf(scopeAt('/events')).some(category => category.startsWith('HELPDESK'))).toBe(false)
})
