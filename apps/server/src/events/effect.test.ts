import { describe, expect, test } from 'vitest'
import { readEffect } from './effect.ts'

const cause = {
  line: 0,
  interfaceId: '4',
  value: 31,
  reading: 31,
  operator: 'GREATER',
  threshold: 30,
  since: 1000,
  permanence: 600,
}
const notify = { kind: 'EVENT_NOTIFY', key: '7:2000:0:1', event: '7:2000', line: 0, n: 1, last: false, escalation: 0, cause }

describe('what a box says that a rule did', () => {
  test('is an effect with the time that travelled beside it', () => {
    expect(readEffect('7', { rule: '7', ver: 1, ...notify }, 5000)).toMatchObject({ kind: 'EVENT_NOTIFY', ts: 5000, cause })
    expect(readEffect('7', { kind: 'EVENT_CLOSE', key: '7:2000:close:0', event: '7:2000' }, 1)).toMatchObject({ event: '7:2000' })
  })

  test('keeps what a condition was compared with', () => {
    const share = { ...cause, relativeTo: 'CAPACITY', percent: true }
    expect(readEffect('7', { ...notify, cause: share }, 5000)).toMatchObject({ cause: share })
  })

  test.each([
    ['of an unknown kind', { ...notify, kind: 'EVENT_DELETE' }],
    ['that actuates', { kind: 'ACTUATE', key: '7:1', interfaceId: '4', value: 1 }],
    ['of another rule’s event', { ...notify, event: '8:2000' }],
    ['under another rule’s key', { ...notify, key: '77:2000:0:1' }],
    ['with a wild time', { ...notify, cause: { ...cause, since: 1e300 } }],
    ['without its cause', { ...notify, cause: undefined }],
    ['that is no object', 'x'],
  ])('is none %s', (_, body) => {
    expect(readEffect('7', body, 5000)).toBeUndefined()
  })
})
