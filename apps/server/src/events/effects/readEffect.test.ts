import { expect, test } from 'vitest'
import { readEffect } from './readEffect.ts'

const close = { rule: '7', ver: 3, kind: 'EVENT_CLOSE', key: '7:2000:close:0', event: '7:2000' }

test('an effect of a box gets the time of its message', () => {
  expect(readEffect(close, 5000)).toEqual({
    ok: true,
    value: { ruleId: '7', version: 3, effect: { kind: 'EVENT_CLOSE', key: '7:2000:close:0', event: '7:2000', ts: 5000 } },
  })
})

test('an invalid effect names the wrong member', () => {
  expect(readEffect({ ...close, event: '8:2000' }, 5000)).toEqual({ ok: false, error: 'event' })
})
