import { causeFits } from '@steading/contract/events'
import { expect, test } from 'vitest'
import { demoPeople, demoTree } from './farm.ts'
import type { DemoEntity } from './farm.ts'
import { diary, pastEvents } from './past.ts'

const keysOf = ({ key, children = [] }: DemoEntity): string[] => [key, ...children.flatMap(keysOf)]
const now = Date.parse('2026-11-23T07:00:00Z')
const all = (days: number) =>
  pastEvents(
    { days, now },
    key => key,
    name => name,
  )

test('what was written down is of places and people that there are, with causes that fit, and in its order', () => {
  const [places, people] = [new Set(keysOf(demoTree)), new Set<string>(demoPeople.map(({ name }) => name))]
  for (const { at, by, what, steps } of diary) {
    expect(places).toContain(at)
    for (const name of [by, ...steps.map(step => step[1])]) expect(people).toContain(name)
    expect(causeFits(what[3], what[1])).toBe(true)
    expect(steps.map(step => step[2])).toEqual(steps.map(step => step[2]).toSorted((a, b) => a - b))
  }
})

test('the past is as long as the readings; nothing of it is to come', () => {
  const events = all(100)
  expect(events).toHaveLength(diary.length)
  expect(events.map(one => one.openDate.getTime())).toEqual(events.map(one => one.openDate.getTime()).toSorted((a, b) => a - b))
  for (const { openDate, steps } of events)
    for (const { at } of [{ at: openDate }, ...steps]) expect(at.getTime()).toBeLessThan(now)
  expect(all(10)).toHaveLength(5)
  expect(all(0)).toEqual([])
})
