import { expect, test } from 'vitest'
import { eventMarks, eventSpans } from './eventMarks.ts'

const range = [0, 1000] as const
const event = (at: number, title = 'Alarm', severityLevel: 'CRITICAL' | 'LOW' = 'LOW') => ({
  title,
  severityLevel,
  openDate: new Date(at).toISOString(),
})

test('marks events within the range by their time', () => {
  expect(eventMarks([event(2000), event(500, 'Fire', 'CRITICAL'), event(100)], range)).toEqual([
    { at: 100, words: 'Alarm', tone: 'pending', side: 'right', row: 1 },
    { at: 500, words: 'Fire', tone: 'critical', side: 'right', row: 1 },
  ])
})

test('draws what opened before the range as a band from its left edge, with its true start in words', () => {
  const lasting = (opened: number, closed: number | null, severityLevel: 'CRITICAL' | 'LOW' = 'LOW') => ({
    ...event(opened, 'Alarm', severityLevel),
    closeDate: closed === null ? null : new Date(closed).toISOString(),
  })
  const since = (openDate: string) => `since ${Date.parse(openDate)}`
  const events = [lasting(-300, null, 'CRITICAL'), lasting(-200, 400), lasting(-100, -50), lasting(-90, 5000), lasting(100, null)]
  expect(eventSpans(events, range, since)).toEqual([
    { from: 0, to: 1000, tone: 'critical', words: 'Alarm since -300' },
    { from: 0, to: 400, tone: 'pending', words: 'Alarm since -200' },
    { from: 0, to: 1000, tone: 'pending', words: 'Alarm since -90' },
  ])
  expect(eventMarks(events, range).map(({ at }) => at)).toEqual([100])
})

test('gives words that would meet a row of their own, then no words', () => {
  expect(eventMarks([event(100), event(120), event(140)], range).map(({ words, row }) => [words, row])).toEqual([
    ['Alarm', 1],
    ['Alarm', 2],
    ['', undefined],
  ])
})

test('writes to the left near the right edge', () => {
  expect(eventMarks([event(950)], range)[0]?.side).toBe('left')
})

test('shortens long titles', () => {
  expect(eventMarks([event(1, 'Temperature in house 2 too high')], range)[0]?.words).toBe('Temperature in hous…')
})

test('keeps the latest of very many', () => {
  const marks = eventMarks(
    Array.from({ length: 50 }, (_, at) => event(at * 10)),
    range,
  )
  expect([marks.length, marks[0]?.at, marks.at(-1)?.at]).toEqual([30, 200, 490])
})
