import { expect, test } from 'vitest'
import { RELEASED, knowsVersion } from './release.ts'

test.each([
  [null, false],
  [new Date(Date.parse(RELEASED) - 1), false],
  [new Date(RELEASED), true],
])('a browser that read %s knows this version: %s', (at, known) => expect(knowsVersion(at)).toBe(known))
