import { expect, test } from 'vitest'
import { tokenHref, tokenIn } from './token.ts'

test.each(['abc', 'a+b/c=', 'x&y#z'])('the token %s is read as it was written', token => {
  const address = new URL(tokenHref('/token-auth', token), 'https://farm.example')
  expect(address.pathname + address.search).toBe('/token-auth')
  expect(tokenIn(address.hash)).toBe(token)
})
test.each(['', '#', '#token=', '#other=1'])('%o has none', hash => {
  expect(tokenIn(hash)).toBeUndefined()
})
