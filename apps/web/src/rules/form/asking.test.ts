import { expect, test } from 'vitest'
import { t } from '../body.sample.ts'
import type { About } from '../inputs/about.ts'
import { rivalWords } from './asking.ts'

const driven = (isRival: boolean): About['driven'] => new Map([['7', { rule: 'Cooling', isBarred: false, isRival }]])

test('a rule that drives the same device with the same strength bars putting into service', () => {
  const of = { inputs: { outputs: ['7', '8'] } }
  const about = (isRival: boolean) => ({ choices: new Map(), driven: driven(isRival) })
  expect(rivalWords(of, about(true), t)).toEqual([
    '“7” is already controlled by “Cooling”. A device can only be controlled by one rule.',
  ])
  expect(rivalWords(of, about(false), t)).toEqual([])
})
