import { expect, test } from 'vitest'
import { initialValues, toCreateBody, toEditBody } from './subscriptionForm.ts'

const filled = {
  ...initialValues(),
  displayName: 'Climate for the office',
  interfaceIds: ['7', '8'],
  entityIds: ['3'],
  url: ' https://office.example/hook ',
}

test('readings name interfaces and no locations', () => {
  expect(toCreateBody({ ...filled, type: 'READINGS' })).toMatchObject({ interfaceIds: ['7', '8'], entityIds: [] })
})

test('other types name locations and no interfaces', () => {
  expect(toCreateBody({ ...filled, type: 'EVENTS' })).toMatchObject({ interfaceIds: [], entityIds: ['3'] })
})

test('a subscription that is fetched has no address, one that is sent has it without spaces', () => {
  expect(toCreateBody({ ...filled, delivery: 'PULL' }).url).toBeNull()
  expect(toCreateBody({ ...filled, delivery: 'WEBHOOK' }).url).toBe('https://office.example/hook')
})

test('an edit keeps a pause, carries the version, and leaves out type and delivery', () => {
  expect(toEditBody(filled, { status: 'PAUSED', version: 4 })).toEqual({
    displayName: 'Climate for the office',
    interfaceIds: [],
    entityIds: ['3'],
    url: 'https://office.example/hook',
    status: 'PAUSED',
    version: 4,
  })
  expect(toEditBody(filled, { status: 'FAILED', version: 4 }).status).toBe('ACTIVE')
})
