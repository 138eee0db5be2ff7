import { RuleBody, type RuleBodyInput } from '@steading/contract/rules/body'
import { translator } from '@steading/locales/text'
import { createInterfaceLookup } from './interfaceLookup.ts'
import { chartLimits } from './conditions/chartLimits.ts'
import { sentencesOf } from './sentences.ts'

/** A barn for the tests of what rules say. */

export const t = await translator('en-US')
const named = (id: string, displayName: string, category: string) => ({ id, displayName, category, role: 'IN' as const })
export const known = createInterfaceLookup(
  {
    interfaces: [
      named('1', 'Temperature', 'TEMPERATURE'),
      named('2', 'North', 'TEMPERATURE'),
      named('3', 'Water meter', 'WATER_COUNTER'),
      named('4', 'Mains', 'MAINS_POWER'),
      named('5', 'Silo', 'SILO_WEIGHT'),
      named('6', 'Fans', 'VENTILATION_CONTROL'),
      named('7', 'Pads', 'COOLING_PAD'),
      named('8', 'Outside', 'OUTSIDE_TEMPERATURE'),
      named('10', 'Heaters', 'HEATING_RELAY'),
      named('11', 'Siren', 'ALARM_SIREN'),
      named('12', 'Main valve', 'WATER_VALVE'),
      named('13', 'Wanted', 'SET_POINT'),
    ],
  },
  [],
)
const gauge = (id: string) => ({ id, dataType: 'DECIMAL', kind: 'GAUGE' }) as const
const relay = (id: string) => ({ id, dataType: 'BOOLEAN', kind: 'COMMAND' }) as const
export const specs = {
  '1': gauge('1'),
  '2': gauge('2'),
  '3': { id: '3', dataType: 'DECIMAL', kind: 'COUNTER' },
  '4': { id: '4', dataType: 'BOOLEAN', kind: 'STATE' },
  '5': gauge('5'),
  '6': { id: '6', dataType: 'INTEGER', kind: 'COMMAND' },
  '7': relay('7'),
  '8': gauge('8'),
  '10': relay('10'),
  '11': relay('11'),
  '12': relay('12'),
  '13': { id: '13', dataType: 'DECIMAL', kind: 'COMMAND' },
} as const
export const envelope = { id: '9', version: 1, timeZone: 'Europe/Lisbon' }
/** An hour ahead of UTC, summer and winter. */
export const offsets = [{ from: 0, minutes: 60 }]
export const at = (local: string): number => Date.parse(`${local}+01:00`)

export const plain = (sentence: string): string => sentence.replaceAll('\u00a0', ' ')

/** What a rule says, and the lines across its chart. */
export function describe(body: RuleBodyInput, now = 0) {
  const parsed = RuleBody.parse(body)
  return { sentences: sentencesOf(parsed, known, t, now).map(plain), limits: chartLimits(parsed, known, t, now) }
}
