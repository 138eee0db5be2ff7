import { CallFailed } from '@steading/contract/http/client'
import { expect, test } from 'vitest'
import { failureOf } from './FailedPage.tsx'

test.each([
  [404, 'failures.NOT_FOUND'],
  [403, 'failures.NOT_ALLOWED'],
  [500, undefined],
])('%s: what cannot help is not offered', (status, hint) => {
  expect(failureOf(new CallFailed({ method: 'GET', path: '/terminals/:id' }, status, undefined)).hint).toBe(hint)
})
