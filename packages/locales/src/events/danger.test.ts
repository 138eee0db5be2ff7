import type { Danger } from '@steading/contract/events/danger'
import { expect, test } from 'vitest'
import { translator } from '../text.ts'
import { dangerWords } from './danger.ts'

const t = await translator('en-US')

test('shows the limit of a house with all its decimals', () => {
  const danger: Danger = {
    kind: 'HEAT',
    limit: 33.25,
    minutes: 27,
    low: 20,
    high: 37,
    assumes: 'UNCHANGED',
    house: null,
    atUtc: '2026-07-06T10:10:00.000Z',
  }
  expect(dangerWords(danger, t).estimate).toBe('Estimate: about 25 minutes until 33.25\u00a0°C if nothing changes.')
})
