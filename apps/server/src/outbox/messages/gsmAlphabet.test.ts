import { readFileSync } from 'node:fs'
import { CATEGORIES, CATEGORY_IDS, categoryKey } from '@steading/contract/devices/categories'
import { languages } from '@steading/locales/languages'
import { translators } from '@steading/locales/text'
import type { TextKey } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { inGsm, isGsm, partsOf } from './gsmAlphabet.ts'
import { shortText } from './shortText.ts'

const texts = await translators()
/** Greek needs its small letters, which the alphabet lacks. */
const latinLanguages = languages.filter(language => language !== 'el-GR')

test.each([
  [
    'Critical: “Too hot”, Paul | House 1. 33,3\u00A0°C – since 11:00…',
    'Critical: "Too hot", Paul | House 1. 33,3 C - since 11:00...',
  ],
  ['Kritisch: Zu heiß, Stall Müller. 33,3 °C', 'Kritisch: Zu heiß, Stall Müller. 33,3 C'],
  ['Pavilhão 2: “quente”, avó, coração, maçã, Łódź, cœur, àéñß', 'Pavilhao 2: "quente", avo, coracao, maca, Lodz, coeur, àéñß'],
  ['CO₂, NH₃: −3,0 °C', 'CO2, NH3: -3,0 C'],
  ['nº 3, n° 4, 1.ª semana, 20 m³, 42 kg/m²', 'no 3, no 4, 1.a semana, 20 m3, 42 kg/m2'],
  ['Wind 270\u00A0°, 90°, 20 ºC', 'Wind 270 deg, 90 deg, 20 C'],
  ['10³, 2½, ½', '10^3, 2 1/2, 1/2'],
  ['a ≠ b ≤ c → d × 2 ± 1 µg ™ …', 'a != b <= c -> d x 2 +/- 1 ug TM ...'],
  // A letter of another script would cost as much with the marks as without.
  ['Pavilhão “Ω—ψ”', 'Pavilhão “Ω—ψ”'],
  ['Συναγερμός: 33,3 °C', 'Συναγερμός: 33,3 °C'],
])('writes %s as %s', (text, sent) => expect(inGsm(text)).toBe(sent))

test.each([
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['a letter that takes two places', `${'a'.repeat(159)}|`, 2],
  ['70 letters of another script', 'ω'.repeat(70), 1],
  ['71 letters of another script', 'ω'.repeat(71), 2],
])('counts the parts of %s', (_, text, parts) => expect(partsOf(text)).toBe(parts))

describe.each(latinLanguages)('in %s', language => {
  const t = texts[language]

  test.each(CATEGORY_IDS)('sends an alarm of %s in the GSM alphabet', category => {
    const { unit, kind } = CATEGORIES[category]
    const text = inGsm(
      shortText(
        {
          severity: 'CRITICAL',
          title: t(categoryKey(category) as TextKey),
          place: 'Pavilhão nº 3',
          openedAt: new Date('2026-07-06T10:10:00Z'),
          at: new Date('2026-07-06T10:10:00Z'),
          n: 1,
          last: false,
          cause: {
            interfaceId: '4',
            interfaceName: t(categoryKey(category) as TextKey),
            category,
            operator: 'LESS',
            ...(unit ? { threshold: -1.5, value: -3, reading: -3 } : { threshold: true, value: true, reading: true }),
            sinceUtc: '2026-07-06T10:00:00.000Z',
            permanence: 600,
            ruleVersion: 3,
          },
          fact: null,
          written: null,
          own: null,
          link: 'https://farm.example/events/7/details',
        },
        t,
        'Europe/Lisbon',
      ),
    )
    expect(isGsm(text)).toBe(true)
    expect(text).toMatch(unit && kind !== 'STATE' ? /-3/ : /no 3/)
  })

  test('writes every own text in the GSM alphabet', () => {
    const all: object = JSON.parse(readFileSync(`packages/locales/src/${language}.json`, 'utf8'))
    // The key on the keyboard of a Mac is in no message.
    const foreign = Object.entries(all).filter(([key, text]) => key !== 'map.gesture.mac' && !isGsm(inGsm(JSON.stringify(text))))
    expect(foreign).toEqual([])
  })
})
