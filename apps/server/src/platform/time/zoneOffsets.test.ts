import { offsets } from '@steading/contract/rules/body/parts'
import { localOf } from '@steading/rules/values/localTime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoneOffsets } from './zoneOffsets.ts'

const FROM = Date.UTC(2026, 0, 15, 10, 30)
const YEARS_20 = 20 * 365 * 86_400_000
const zones = [
  'Europe/Lisbon',
  'Europe/Athens',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/St_Johns',
  'UTC',
]

/** What the runtime's own clock says there, as if it were UTC. */
const wall = (zone: string, ts: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ts)
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}
const local = (table: ReturnType<typeof zoneOffsets>, ts: number): number => {
  const { day, second } = localOf(table, ts)
  return (day * 86_400 + second) * 1000
}

describe.each(zones)('%s', zone => {
  const table = zoneOffsets(zone, FROM)

  it('is a table that a body takes', () => {
    expect(offsets.parse(table)).toEqual(table)
    expect(table[0]?.from).toBe(0)
    const froms = table.map(one => one.from)
    expect(froms).toEqual(froms.toSorted((a, b) => a - b))
  })

  it('gives the local time at any instant and around each change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: YEARS_20 / 1000 }), second => {
        const ts = FROM + second * 1000
        expect(local(table, ts)).toBe(wall(zone, ts))
      }),
      { numRuns: 300 },
    )
    for (const { from } of table.slice(1))
      for (const ts of [from - 1000, from, from + 1000]) expect(local(table, ts)).toBe(wall(zone, ts))
  })
})

describe('offsets', () => {
  it('has one entry where clocks never change, two more per year where they do', () => {
    expect(zoneOffsets('America/Sao_Paulo', FROM)).toEqual([{ from: 0, minutes: -180 }])
    expect(zoneOffsets('Europe/Lisbon', FROM)).toHaveLength(41)
    expect(zoneOffsets('Europe/Lisbon', Date.UTC(2026, 6, 1))[0]).toEqual({ from: 0, minutes: 60 })
    expect(zoneOffsets('Europe/Lisbon', FROM)[0]).toEqual({ from: 0, minutes: 0 })
  })

  it('knows no zone of another name', () => {
    expect(() => zoneOffsets('Europe/Atlantis', FROM)).toThrow('is no time zone')
  })
})
