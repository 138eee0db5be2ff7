import { CATEGORIES, CATEGORY_IDS, categoryKey, labelKeys } from '@steading/contract/devices/categories'
import type { CategoryId, Unit } from '@steading/contract/devices/categories'
import { unitOf } from '@steading/contract/devices/interfaces'
import type { CategoryInfo, UnitType } from '@steading/contract/devices/interfaces'
import { languages } from '@steading/locales/languages'
import type { TextKey } from '@steading/locales/text'
import { inEachLanguage } from '../platform/text/wording.ts'
import type { World } from '../platform/world.ts'

type Texts = World['texts']

/** unit.relativeHumidity → RELATIVE_HUMIDITY */
const shouted = (key: string) =>
  key
    .replace(/^[a-z]+\./, '')
    .replaceAll(/[A-Z]/g, '_$&')
    .toUpperCase()
// safe: a test says every key of the table in every language
const text = (key: string) => key as TextKey

const measured = (texts: Texts, { symbol, key }: Unit): UnitType => ({
  value: shouted(key),
  properties: { symbol, name: inEachLanguage(texts, text(key)) },
})

/** What values of a category are measured in, or what true and false are called; null for texts. */
export function unitTypeOf(texts: Texts, category: CategoryId, max: number | null): UnitType | null {
  const unit = unitOf(category, max)
  if (unit) return measured(texts, unit)
  const labels = labelKeys(category)
  if (!labels) return null
  const translations = (key: string) => inEachLanguage(texts, text(key))
  const yes = translations(labels.true)
  const no = translations(labels.false)
  const name = Object.fromEntries(languages.map(language => [language, { true: yes[language], false: no[language] }]))
  return {
    value: `BOOLEAN_${shouted(CATEGORIES[category].labels!)}`,
    properties: { symbol: '', name: name as UnitType['properties']['name'] }, // safe: one entry for each language
  }
}

export function categoryInfo(texts: Texts, id: CategoryId): CategoryInfo {
  const { kind, dataType, direction, decimals, min, max, history, poultry } = CATEGORIES[id]
  return {
    id,
    name: inEachLanguage(texts, text(categoryKey(id))),
    kind,
    dataType,
    direction,
    decimals,
    min,
    max,
    unitType: unitTypeOf(texts, id, max),
    historyConfiguration: history.mode,
    historySeconds: history.mode === 'TIME_INTERVAL' ? history.seconds : null,
    poultry: poultry ? { unitType: measured(texts, poultry.unit), min: poultry.min, max: poultry.max } : null,
  }
}

/** Every unit and pair of labels that a category has, once each. */
export function unitTypes(texts: Texts): UnitType[] {
  const all = CATEGORY_IDS.flatMap(id => {
    const { max, poultry } = CATEGORIES[id]
    return [unitTypeOf(texts, id, max), ...(poultry ? [measured(texts, poultry.unit)] : [])]
  })
  return [...new Map(all.filter(one => one !== null).map(one => [one.value, one])).values()]
}
