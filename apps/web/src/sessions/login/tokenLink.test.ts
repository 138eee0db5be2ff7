import { expect, test } from 'vitest'
import { tokenHref, tokenIn } from './tokenLink.ts'

test.each(['abc', 'a+b/c=', 'x&y#z'])('reads back the token %s', token => {
  const address = new URL(tokenHref('/token-auth', token), 'https://farm.example')
  expect(address.pathname + address.search).toBe('/token-auth')
  expect(tokenIn(address.hash)).toBe(token)
})
test.each(['', '#', '#token=', '#other=1'])('reads no token from %o', hash => {
  expect(tokenIn(hash)).toBeUndefined()
})
