import { RANKS } from '@steading/rules/outputs/rank'
import { UNTIL_FREED } from '@steading/rules/values/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArbiter } from './arbiter.ts'

const T = 1_790_000_000_000

describe('the arbiter', () => {
  it('knows the strongest that has an output against a rank', () => {
    const arbiter = createArbiter()
    expect(arbiter.above('1', 'scheduler', T)).toBeNull()
    arbiter.claim('c', 'control', ['1'])
    arbiter.hold('1', T + 1000)
    expect(arbiter.above('1', 'scheduler', T)).toEqual({ by: 'manual', until: T + 1000 })
    expect(arbiter.above('1', 'control', T)).toEqual({ by: 'manual', until: T + 1000 })
    expect(arbiter.above('1', 'manual', T)).toBeNull()
    arbiter.claim('a', 'alarm', ['1'])
    arbiter.claim('f', 'forced', ['1'])
    expect(arbiter.above('1', 'control', T)).toEqual({ by: 'alarm', until: UNTIL_FREED })
    expect(arbiter.above('1', 'forced', T)).toEqual({ by: 'alarm', until: UNTIL_FREED })
    expect(arbiter.above('1', 'alarm', T)).toBeNull()
    expect(arbiter.above('2', 'scheduler', T)).toBeNull()
    arbiter.claim('a', 'alarm', [])
    expect(arbiter.above('1', 'control', T)?.by).toBe('forced')
    arbiter.claim('f', 'forced', [])
    expect(arbiter.above('1', 'control', T + 999)?.by).toBe('manual')
    expect(arbiter.above('1', 'control', T + 1000)).toBeNull()
    expect(arbiter.above('1', 'scheduler', T + 1000)?.by).toBe('control')
  })

  it('answers the outputs that a rule gained and lost', () => {
    const arbiter = createArbiter()
    expect(arbiter.claim('a', 'alarm', ['1', '2'])).toEqual(['1', '2'])
    expect(arbiter.claim('a', 'alarm', ['1', '2'])).toEqual([])
    expect(arbiter.claim('a', 'alarm', ['2', '3'])).toEqual(['3', '1'])
    expect(arbiter.claim('a', 'alarm', [])).toEqual(['2', '3'])
  })

  it('lets no alarm switch off what another one still needs', () => {
    const arbiter = createArbiter()
    arbiter.claim('a', 'alarm', ['1'])
    arbiter.claim('b', 'alarm', ['1'])
    expect(arbiter.permits('a', 'alarm', '1', T)).toBe(true)
    arbiter.claim('a', 'alarm', [])
    expect(arbiter.permits('a', 'alarm', '1', T)).toBe(false)
    arbiter.claim('b', 'alarm', [])
    expect(arbiter.permits('b', 'alarm', '1', T)).toBe(true)
  })

  it('never lets two of different strength write at once', () => {
    const claim = fc.record({ rank: fc.constantFrom(...RANKS.filter(one => one !== 'manual')), on: fc.boolean() })
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 6 }), fc.boolean(), (rules, isHeld) => {
        const arbiter = createArbiter()
        for (const [at, { rank, on }] of rules.entries()) arbiter.claim(String(at), rank, on ? ['1'] : [])
        if (isHeld) arbiter.hold('1', T + 1)
        const strongest = Math.max(
          isHeld ? RANKS.indexOf('manual') : -1,
          ...rules.map(({ rank, on }) => (on ? RANKS.indexOf(rank) : -1)),
        )
        const writing = rules.filter(({ rank }, at) => arbiter.permits(String(at), rank, '1', T))
        expect(writing.filter(({ rank }) => RANKS.indexOf(rank) < strongest)).toEqual([])
      }),
    )
  })
})
