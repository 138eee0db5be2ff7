import type { Cause } from '@steading/contract/events/events'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { sampleCause } from '../../../test/cause.sample.ts'
import { type Sentence, describeReading, explainBatchDay, explainCause } from './explanation.ts'

const texts = Object.fromEntries(
  await Promise.all(languages.map(async language => [language, await translator(language)] as const)),
)
const t = texts['en-US']!
const when = { now: Date.parse('2026-05-04T04:00:00Z'), zone: 'Europe/Lisbon' }
// Ten minutes from 01:54 on.
const cause: Cause = { ...sampleCause, sinceUtc: '2026-05-04T01:54:00.000Z' }
const opened = '2026-05-04T02:04:00.000Z'
/** As it reads, bold parts in asterisks. */
const read = ({ key, values }: Sentence, say = t) =>
  say
    .parts<string>(key, { ...values, b: inner => `*${inner.join('')}*` })
    .join('')
    .replaceAll('\u00a0', ' ')
const why = (change: Partial<Cause>, openDate = opened) => read(explainCause({ ...cause, ...change }, openDate, when, t))

describe('one plain sentence for each kind of condition', () => {
  test.each<[string, Partial<Cause>, string]>([
    ['a limit', {}, '*Temperature, average* stayed *above 26.0 °C* for *10 min*, from *02:54* to *03:04*.'],
    [
      'a limit below',
      { operator: 'LESS_EQUAL', threshold: 16, value: 15.5, reading: 15.5 },
      '*Temperature, average* stayed *at or below 16.0 °C* for *10 min*, from *02:54* to *03:04*.',
    ],
    ['immediately', { sinceUtc: opened, permanence: 0 }, '*Temperature, average* was *above 26.0 °C* at *03:04*.'],
    [
      'a state',
      { category: 'DOOR_CONTACT', interfaceName: 'Door', value: true, reading: true, threshold: true },
      '*Door* was *“Open”* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a state at once',
      { category: 'MAINS_POWER', interfaceName: 'Mains', value: false, reading: false, threshold: false, sinceUtc: opened },
      '*Mains* was *“Power failure”* at *03:04*.',
    ],
    [
      'no flow',
      { category: 'WATER_COUNTER', interfaceName: 'Water', operator: 'EQUAL', threshold: 0, value: 0, reading: 5000 },
      '*Water* counted *nothing* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a rate',
      { category: 'WATER_COUNTER', interfaceName: 'Water', threshold: 900, value: 1000, reading: 5000 },
      '*Water* stayed *above 900 L/h* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'feedback',
      { category: 'FAN_RELAY', interfaceName: 'Fan 1', operator: 'NOT_EQUAL', threshold: 0, value: -1, reading: false },
      '*Fan 1* did not follow its command for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a difference',
      { threshold: 4, value: 4.5, reading: 27.5, relativeTo: 'CURVE' },
      '*Temperature, average* read *27.5 °C*, a deviation of *+4.5 °C* from its reference: *above age curve +4.0 °C* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a share',
      {
        category: 'SILO_WEIGHT',
        interfaceName: 'Silo',
        operator: 'LESS',
        threshold: 10,
        value: 9.33,
        reading: 1400,
        relativeTo: 'CAPACITY',
        percent: true,
      },
      '*Silo* read *1,400 kg*, *9.3 %* of its reference: *below 10 % of the capacity* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a difference on a card of old',
      { threshold: 4, value: 4.5, reading: 27.5 },
      '*Temperature, average* read *27.5 °C*, a deviation of *4.5 °C* from its reference: *above 4.0 °C* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a scale for poultry',
      { category: 'ANIMAL_SCALE', interfaceName: 'Bird scale', unit: 'g', threshold: 2500, value: 2510, reading: 2510 },
      '*Bird scale* stayed *above 2,500.00 g* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'a text',
      { category: 'TEXT_STATE', interfaceName: 'Mode', operator: 'EQUAL', threshold: 'FAULT', value: 'FAULT', reading: 'FAULT' },
      '*Mode* was *“FAULT”* for *10 min*, from *02:54* to *03:04*.',
    ],
    [
      'what no version knows',
      { category: 'NEW_KIND', threshold: 5, value: 6, reading: 6 },
      '*Temperature, average* stayed *above 5.00* for *10 min*, from *02:54* to *03:04*.',
    ],
  ])('%s', (_, change, sentence) => expect(why(change)).toBe(sentence))

  test('yesterday has its date', () => {
    expect(read(explainCause(cause, opened, { ...when, now: when.now + 86_400_000 }, t))).toContain('from *04-05 02:54*')
  })

  test('in every language, with every figure', () => {
    for (const language of languages) {
      const sentence = read(explainCause(cause, opened, when, texts[language]!), texts[language])
      const limit = language === 'en-US' ? '26.0 °C' : '26,0 °C'
      for (const part of ['Temperature, average', limit, '10', '02:54', '03:04']) expect(sentence).toContain(part)
    }
  })
})

test.each<[number | undefined, number | undefined, string | undefined]>([
  [31, 3.4, 'Now *31.0 °C*, rising *3.4 °C/h*.'],
  [31, -3.4, 'Now *31.0 °C*, falling *3.4 °C/h*.'],
  [31, 0.04, 'Now *31.0 °C*.'],
  [31, undefined, 'Now *31.0 °C*.'],
  [undefined, 2, undefined],
])('now %s, %s in an hour: %s', (value, slope, expected) => {
  const sentence = describeReading(cause, value, slope, t)
  expect(sentence && read(sentence)).toBe(expected)
})

test('states and registers do not move', () => {
  expect(describeReading({ ...cause, category: 'DOOR_CONTACT' }, 1, undefined, t)).toBeUndefined()
  expect(describeReading({ ...cause, category: 'WATER_COUNTER' }, 1, undefined, t)).toBeUndefined()
})

test('names the day of the batch and the age of its animals', () => {
  const batch = { id: '1', code: 'LAQPL-2603' }
  const words = (batchDay: { day: number; age: number | null }) => read(explainBatchDay({ batch, batchDay })!)
  expect(words({ day: 22, age: 91 })).toBe('Day *22* of batch *LAQPL-2603*, age of the animals *91 days*.')
  expect(words({ day: 1, age: null })).toBe('Day *1* of batch *LAQPL-2603*.')
  expect(explainBatchDay({ batch: null, batchDay: null })).toBeUndefined()
})
