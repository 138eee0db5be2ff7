import { expect, test } from 'vitest'
import type { Translate } from '@steading/locales/text'
import { outcomeWords } from './words.ts'

const t = ((key: string) => key) as unknown as Translate // safe: only called

test('what came too late is told once', () => {
  expect(outcomeWords({ state: 'EXPIRED', reason: 'late' }, t)).toEqual({ state: 'command.reason.expired', reason: undefined })
  expect(outcomeWords({ state: 'EXPIRED', reason: null }, t)).toEqual({ state: 'command.state.expired', reason: undefined })
  expect(outcomeWords({ state: 'REJECTED', reason: 'range' }, t)).toEqual({
    ...{ state: 'command.state.rejected', reason: 'command.reason.outOfRange' },
  })
})
