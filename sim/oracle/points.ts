import type { BodyOf, RuleBody } from '@steading/contract/rules/body'
import type { Moment } from './walk.ts'
import { dayOf, wallOf } from './wall.ts'

/** What a control rule goes by at an instant: its temperature and its set-points, by the words of the specification. */

export type ControlBody = BodyOf<
  'THERMOSTAT' | 'DOUBLE_THERMOSTAT' | 'PROPORTIONAL' | 'CYCLE_THERMOSTAT' | 'CYCLE_DOUBLE_THERMOSTAT' | 'CYCLE_PROPORTIONAL'
>
export const isControl = (body: RuleBody): body is ControlBody => 'sensors' in body.inputs

export type Points = Readonly<Record<string, number | undefined>>

const computedPoints = new WeakMap<object, Points>()
const numbersOf = (of: object): Points => {
  const known = computedPoints.get(of)
  if (known) return known
  const made = Object.fromEntries(Object.entries(of).filter((one): one is [string, number] => typeof one[1] === 'number'))
  computedPoints.set(of, made)
  return made
}

/** The set-points in force; null: the cycle has not begun. */
export function pointsAt(body: ControlBody, { senses, ts }: Pick<Moment, 'senses' | 'ts'>): Points | null {
  if (!('cycle' in body.inputs)) {
    const points = numbersOf(body.inputs)
    if (body.template !== 'THERMOSTAT' || body.inputs.reference !== 'SENSOR') return points
    const reference = senses.get(body.inputs.refSensor ?? '')
    if (reference?.known !== true) return points
    const { offset, spMin, spMax } = body.inputs
    return { ...points, setPoint: Math.min(spMax, Math.max(spMin, Number(reference.value) + offset)) }
  }
  const { preCycle, dayOne, days, lastDay } = body.inputs.cycle
  const { day, second } = wallOf('timeZone' in body ? body.timeZone : 'UTC', ts)
  if (day < dayOf(preCycle.date)) return null
  const age = day - dayOf(dayOne.date) + 1 + Math.floor(second / 3600) / 24
  if (age < 1) return numbersOf(preCycle)
  const entries = [{ ...dayOne, day: 1 }, ...days, lastDay]
  const at = entries.findLastIndex(entry => entry.day <= age)
  const from = entries[at]!
  const to = entries[at + 1]
  if (!to || body.inputs.interpolation === 'STEP') return numbersOf(from)
  const start = numbersOf(from)
  const end = numbersOf(to)
  const share = (age - from.day) / (to.day - from.day)
  return Object.fromEntries(Object.entries(start).map(([name, x]) => [name, x! + ((end[name] ?? x!) - x!) * share]))
}

/** Null: none of the sensors is known. */
export function temperatureAt(body: ControlBody, { senses }: Pick<Moment, 'senses'>): number | null {
  const { aggregation, sensors } = body.inputs
  let known = 0
  let sum = 0
  let least = Infinity
  let most = -Infinity
  for (const id of sensors) {
    const sense = senses.get(id)
    if (sense?.known !== true) continue
    const x = Number(sense.value)
    known++
    sum += x
    least = Math.min(least, x)
    most = Math.max(most, x)
  }
  if (known === 0) return null
  return aggregation === 'AVG' ? sum / known : aggregation === 'MIN' ? least : most
}

/** Every sensor was lost, and told of. */
export const isLost = (body: ControlBody, { senses }: Pick<Moment, 'senses'>): boolean =>
  body.inputs.sensors.every(id => senses.get(id)?.lost === true)
