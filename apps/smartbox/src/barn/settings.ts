// Houses, batches and faults as people write them, for the live driver and for the history generator alike.
import { settings, SettingsError, type Settings } from '../platform/drivers/settings.ts'
import type { Batch } from './animals/batch.ts'
import { faultNames, type ScriptedFault } from './house/faults.ts'
import { shellOf } from './climate/heat.ts'
import type { HouseConfig } from './house/house.ts'
import { localTime, type LocalTime } from './localTime.ts'

/** { id, name h1, kind, area?, silo? } and its batches. */
export const houseKeys = ['id', 'name', 'kind', 'area', 'silo', 'batches'] as const

const dateIn = (source: Settings, key: string, local: LocalTime): number => {
  const text = source.text(key)
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? local.midnight(text) : Date.parse(text)
  if (Number.isNaN(time)) throw new SettingsError(`${source.at}: ${key} must be a date such as 2026-04-06, not "${text}"`)
  return time
}

/** { entryDate, entryAge 0, count, exitDate?, sales: [{ age, count }] }; dates begin at local midnight. */
const batchFrom = (source: Settings, local: LocalTime): Batch => {
  source.only('entryDate', 'entryAge', 'count', 'exitDate', 'sales')
  const entry = dateIn(source, 'entryDate', local)
  const exit = source.has('exitDate') ? { exit: dateIn(source, 'exitDate', local) } : {}
  if (exit.exit !== undefined && exit.exit <= entry) throw new SettingsError(`${source.at}: exitDate must come after entryDate`)
  return {
    entry,
    entryAge: source.number('entryAge', 0, 1000, 0),
    count: source.whole('count', 1, 1_000_000),
    ...exit,
    sales: source.list('sales').map(sale => ({ age: sale.number('age', 0, 1000), count: sale.whole('count', 1, 1_000_000) })),
  }
}

export const houseFrom = (source: Settings, local: LocalTime): HouseConfig => {
  const kind = source.choice('kind', ['broiler', 'pig'])
  const id = source.text('id')
  if (!/^[\w.-]+$/.test(id)) throw new SettingsError(`${source.at}: id must be made of letters, digits, dot, dash, underscore`)
  const name = source.text('name', 'h1')
  if (name.includes('/')) throw new SettingsError(`${source.at}: name must have no slash`)
  const batches = source.list('batches').map(batch => batchFrom(batch, local))
  for (const [index, batch] of batches.entries()) {
    const before = batches[index - 1]
    if (before && !(before.exit !== undefined && before.exit <= batch.entry))
      throw new SettingsError(`${source.at}: batches must follow one another, each but the last with an exitDate`)
  }
  return {
    id,
    name,
    shell: shellOf(kind, source.has('area') ? source.number('area', 10, 100_000) : undefined),
    silo: source.number('silo', 100, 60_000, kind === 'broiler' ? 15_000 : 10_000),
    batches,
  }
}

export const faultFrom = (source: Settings): ScriptedFault => {
  source.only('after', 'fault', 'house', 'sensor', 'duration', 'degrees', 'reached')
  const fault = source.choice('fault', faultNames)
  if (fault === 'stuck sensor' || fault === 'drop-out') source.text('sensor')
  return {
    after: source.number('after', -86_400, 1e9),
    fault,
    ...(source.has('house') ? { house: source.text('house') } : {}),
    ...(source.has('sensor') ? { sensor: source.text('sensor') } : {}),
    ...(source.has('duration') ? { duration: source.number('duration', 0, 1e9) } : {}),
    ...(fault === 'runaway heating' ? { degrees: source.number('degrees', 0, 60) } : {}),
    ...(source.has('reached') ? { house: source.text('house'), reached: source.number('reached', 0, 60) } : {}),
  }
}

export const zoneFrom = (source: Settings): { timeZone: string; local: LocalTime } => {
  const timeZone = source.text('timeZone')
  try {
    return { timeZone, local: localTime(timeZone) }
  } catch (cause) {
    throw new SettingsError(`${source.at}: timeZone must be an IANA zone such as Europe/Lisbon, not "${timeZone}"`, { cause })
  }
}

export { settings, SettingsError, type Settings }
