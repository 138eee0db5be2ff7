import { causeFits } from '@steading/contract/events/events'
import { expect, test } from 'vitest'
import { demoPeople, demoTree } from './farm.ts'
import type { DemoEntity } from './farm.ts'
import { diary, pastEvents } from './diary.ts'

const keysOf = ({ key, children = [] }: DemoEntity): string[] => [key, ...children.flatMap(keysOf)]
const now = Date.parse('2026-11-23T07:00:00Z')
const all = (days: number) =>
  pastEvents(
    { days, now },
    key => key,
    name => name,
  )

test('the diary names existing places, people and matching causes, steps in order', () => {
  const places = new Set(keysOf(demoTree))
  const people = new Set<string>(demoPeople.map(({ name }) => name))
  for (const { at, by, what, steps } of diary) {
    expect(places).toContain(at)
    for (const name of [by, ...steps.map(step => step[1])]) expect(people).toContain(name)
    expect(causeFits(what[3], what[1])).toBe(true)
    expect(steps.map(step => step[2])).toEqual(steps.map(step => step[2]).toSorted((a, b) => a - b))
  }
})

test('past events cover the days of the readings, none is in the future', () => {
  const events = all(100)
  expect(events).toHaveLength(diary.length)
  expect(events.map(event => event.openDate.getTime())).toEqual(
    events.map(event => event.openDate.getTime()).toSorted((a, b) => a - b),
  )
  for (const { openDate, steps } of events)
    for (const { at } of [{ at: openDate }, ...steps]) expect(at.getTime()).toBeLessThan(now)
  expect(all(10)).toHaveLength(5)
  expect(all(0)).toEqual([])
})
