import { readFileSync } from 'node:fs'
import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { languages } from './languages.ts'

type File = Record<string, string>
const read = (language: string): File => JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8'))
const english = read('en-US')

/** The arguments of a message with their kinds, wherever in it they stand: "count:plural name". */
function argumentsOf(text: string): string {
  const found = new Set<string>()
  const walk = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      found.add(
        element.type === TYPE.plural
          ? `${element.value}:plural`
          : element.type === TYPE.select
            ? `${element.value}:select`
            : element.value,
      )
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) walk(option.value)
      if (element.type === TYPE.tag) walk(element.children)
    }
  }
  walk(parse(text))
  return [...found].toSorted().join(' ')
}

/** Texts that are right although they are spelt as in English. */
const words = (text: string, ...more: string[]) =>
  new Set([...text.split('|'), ...more, 'SMS', 'WhatsApp', 'IBAN', 'BIC', 'Fax', 'MM', 'HH:mm'])
const alike: Record<string, ReadonlySet<string>> = {
  'pt-PT': words('Total|DD|Email|Latitude|Longitude|Sensor|Manual|bar|lux|Normal|Silo|Pneumonia|Software|{name}, menu|NE|SE'),
  'es-ES': words('Total|DD|Partner|Sensor|Manual|bar|lux|Normal|Error|Silo|No|Roles|Factor|Software|NE|SE'),
  'fr-FR': words(
    'Total|Latitude|Longitude|Type|Active|Ventilation|pascals|bar|lux|kilowatts|Condition|Thermostat|Cause|Notification|Notifications|Silo|Transport|Production|Pages|Action|Actions|NE|SE',
    'Version',
    'Versions',
    'Description',
    'Date',
    'Conditions',
    'Code',
    'Configuration',
    'Page {page}',
    '{name}, menu',
    'Protection',
    'Batteries',
    'Contact {number}',
    'Maximum',
    'Minimum',
    'Minutes',
    'Maintenance',
    english['duration.minutes']!,
    english['event.notifications']!,
  ),
  'de-DE': words(
    'Region|Partner|Administrator|Integrator|Sensor|Thermostat|Normal|Alarm|Silo|Prestarter|Starter|Transport|System|Offline|Optional|Wind|NW|SW|Maximum|Minimum',
    'Live',
    'Trend',
    'Filter',
    'Name',
    'Version',
    'Versions',
    'Description',
    'Date',
    'Code',
    'Software',
    'Details',
    'Status',
    english['mail.alarm.subject']!,
  ),
  'el-GR': words('Email|Email'),
}
const wordless = (text: string) => !/\p{L}{2}/u.test(text.replace(/\{[^{}]*\}/g, ''))
const unitOnly = (text: string) => /^\{\w+(, number)?\} ?(d|h|min|s|%)$/.test(text)

/** What is wrong with a language's texts beside the English ones. */
function faults(language: string, texts: File): string[] {
  const found: string[] = []
  for (const key of Object.keys(english)) if (!(key in texts)) found.push(`${key}: missing`)
  for (const [key, text] of Object.entries(texts)) {
    if (!(key in english)) found.push(`${key}: unknown`)
    else if (!text.trim()) found.push(`${key}: empty`)
    else if (text !== text.trim()) found.push(`${key}: space at an end`)
    else if (argumentsOf(text) !== argumentsOf(english[key]!)) found.push(`${key}: arguments differ`)
    else if (text === english[key] && !alike[language]?.has(text) && !wordless(text) && !unitOnly(text))
      found.push(`${key}: English`)
  }
  return found
}

describe('the texts', () => {
  test.each(languages)('%s is complete', language => {
    const texts = read(language)
    expect(
      language === 'en-US' ? faults(language, texts).filter(fault => !fault.endsWith(': English')) : faults(language, texts),
    ).toEqual([])
    expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted())
    expect(Object.values(texts).every(text => typeof text === 'string')).toBe(true)
  })

  test('the check sees each kind of fault', () => {
    const german = read('de-DE')
    const { 'ui.save': _, ...without } = german
    const plural = '{count, plural, one {# Tier} other {# Tiere}}'
    expect(german['count.animals']).toBe(plural)
    const mutants: [string, File][] = [
      ['ui.save: missing', without],
      ['ui.saves: unknown', { ...german, 'ui.saves': 'Sichern' }],
      ['ui.save: empty', { ...german, 'ui.save': ' ' }],
      ['ui.save: space at an end', { ...german, 'ui.save': 'Speichern ' }],
      ['ui.save: English', { ...german, 'ui.save': 'Save' }],
      ['count.animals: arguments differ', { ...german, 'count.animals': '{count} Tiere' }],
      ['count.animals: arguments differ', { ...german, 'count.animals': plural.replace('{count', '{anzahl') }],
    ]
    for (const [fault, texts] of mutants) expect(faults('de-DE', texts)).toEqual([fault])
  })
})

const boxAlone: Record<string, RegExp> = {
  'en-US': /(?<!smart )\bbox(es)?\b|\bterminals?\b/i,
  'pt-PT': /\bcaixas?\b(?! de saída)|\btermina(l|is)\b/i,
  'es-ES': /\bcajas?\b|\btermina(l|les)\b/i,
  'fr-FR': /\bbox\b|\btermina(l|ux)\b/i,
  'de-DE': /\bbox(en)?\b|\bterminals?\b/i,
  'el-GR': /\bbox\b|κουτί/i,
}
test.each(Object.entries(boxAlone))('a smart box is called by its word, %s', (language, alone) => {
  // What else people may type for it is found by, and never shown.
  const { 'jump.terminals': _typed, ...shown } = read(language)
  const withoutNumber = Object.entries(shown).filter(([, text]) => alone.test(text.replaceAll(/\{\w+(, number)?\}/g, '')))
  expect(withoutNumber.map(([key]) => key)).toEqual([])
})
