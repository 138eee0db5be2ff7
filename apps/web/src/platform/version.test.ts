import { expect, test } from 'vitest'
import { isNewer } from './version.ts'

test.each([
  ['3.5.92', '3.5.91', true],
  ['3.5.91', '3.5.91', false],
  ['3.5.9', '3.5.91', false],
  ['3.10.0', '3.9.9', true],
  ['4', '3.5.91', true],
  ['3.5', '3.5.0', false],
  ['next', '3.5.91', false],
  ['', '3.5.91', false],
])('%s is newer than %s: %s', (version, than, newer) => expect(isNewer(version, than)).toBe(newer))
