import { describe, expect, it } from 'vitest'
import { CATEGORIES, CATEGORY_IDS, categoryKey, isCategory, labelKeys } from './categories.ts'

describe('categories', () => {
  it('are 39, each under its own id', () => {
    expect(CATEGORY_IDS).toHaveLength(39)
    for (const id of CATEGORY_IDS) expect(CATEGORIES[id].id).toBe(id)
  })

  it('speak of themselves by one text key', () => {
    expect(categoryKey('TEMPERATURE')).toBe('category.temperature')
    expect(categoryKey('CO2')).toBe('category.co2')
    expect(categoryKey('OUTSIDE_TEMPERATURE')).toBe('category.outsideTemperature')
    expect(labelKeys('DOOR_CONTACT')).toEqual({ true: 'bool.door.true', false: 'bool.door.false' })
    expect(labelKeys('CO2')).toBeNull()
    expect(labelKeys('TEXT_STATE')).toBeNull()
  })

  it.each(CATEGORY_IDS.map(id => CATEGORIES[id]))('$id is whole in itself', category => {
    const numeric = category.dataType === 'DECIMAL' || category.dataType === 'INTEGER'
    expect(category.unit !== null).toBe(numeric)
    expect(category.min !== null && category.max !== null && category.min < category.max).toBe(numeric)
    expect(category.labels !== null).toBe(category.dataType === 'BOOLEAN')
    expect(category.decimals).toBeLessThanOrEqual(category.dataType === 'DECIMAL' ? 2 : 0)
    expect(category.kind === 'COMMAND').toBe(category.direction !== 'IN')
    expect(category.vectorMean).toBe(category.id === 'WIND_DIRECTION')
  })

  it('hold the limits that farms know', () => {
    expect(CATEGORIES.WIND_DIRECTION).toMatchObject({ min: 0, max: 359, vectorMean: true })
    expect(CATEGORIES.ANIMAL_SCALE).toMatchObject({ max: 400, history: { mode: 'ALL_VALUES' }, poultry: { max: 25_000 } })
    expect(CATEGORIES.VENTILATION_CONTROL).toMatchObject({ direction: 'IN_OUT', dataType: 'INTEGER', alarm: [] })
    expect(CATEGORIES.ALARM_SIREN).toMatchObject({ direction: 'OUT', kind: 'COMMAND', alarm: [] })
    expect(CATEGORIES.FAN_RELAY.alarm).toEqual([{ operator: 'NOT_EQUAL', value: 0, permanence: 2 }])
    expect(CATEGORIES.TEMPERATURE.history).toEqual({ mode: 'TIME_INTERVAL', seconds: 300 })
    expect(isCategory('toString')).toBe(false)
  })
})
