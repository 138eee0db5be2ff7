import { expect, test } from 'vitest'
import { embeddable } from './embeddable.ts'

const own = 'https://farm.example'

test('embeds a page of https', () => {
  expect(embeddable('https://radar.example/map?zoom=3', own)?.host).toBe('radar.example')
})

test.each([
  ['plain http', 'http://radar.example'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['its own origin', 'https://farm.example/users'],
  ['its own origin by the standard port', 'https://farm.example:443/users'],
  ['credentials in the address', 'https://farm.example@radar.example'],
  ['what is no address', 'radar'],
])('refuses %s', (_, address) => {
  expect(embeddable(address, own)).toBeUndefined()
})
