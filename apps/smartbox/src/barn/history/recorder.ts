// Records the planned interfaces of one house, or of a farm's yard, block by block.
import type { Panel } from '../farm.ts'
import { changesFrame, samplesFrame, STEP_SECONDS } from './frames.ts'
import { MINUTE } from '../house/house.ts'
import type { PlannedInterface } from './plan.ts'

const STEP_MS = STEP_SECONDS * 1000
const STEPS_A_DAY = 86_400 / STEP_SECONDS

interface Sampled extends PlannedInterface {
  readonly values: Float64Array
}

interface Changing extends PlannedInterface {
  last: number
  seconds: number[]
  values: number[]
}

/**
 * Returns what records [start, end), at most a day, both multiples of 5 minutes. `reach` brings the model to a time.
 * Samples are taken every 5 minutes, changes are looked for every minute. Throws for an address that is not there.
 */
export const createRecorder = (planned: readonly PlannedInterface[], panel: Panel, reach: (t: number) => void) => {
  const sampled: Sampled[] = []
  const changing: Changing[] = []
  for (const item of planned) {
    const point = panel.point(item.address)
    if (!point) throw new Error(`history: interface ${item.id} has the address ${item.address}, which no barn knows`)
    if ((item.history ?? point.history) === 'samples') sampled.push({ ...item, values: new Float64Array(STEPS_A_DAY) })
    else changing.push({ ...item, last: Number.NaN, seconds: [], values: [] })
  }

  const valueOf = (address: string, t: number): number => {
    const reading = panel.read(address, t)
    return reading?.good ? reading.value : Number.NaN
  }

  return (start: number, end: number): Buffer => {
    for (let t = start; t < end; t += MINUTE) {
      reach(t)
      const silent = panel.silent(t)
      for (const item of changing) {
        const value = silent ? Number.NaN : valueOf(item.address, t)
        if (Number.isNaN(value) || value === item.last) continue
        item.last = value
        item.seconds.push((t - start) / 1000)
        item.values.push(value)
      }
      if (t % STEP_MS !== 0) continue
      const index = (t - start) / STEP_MS
      for (const item of sampled) item.values[index] = silent ? Number.NaN : valueOf(item.address, t)
    }
    const blocks = sampled.map(item => samplesFrame(item.id, start, item.values, (end - start) / STEP_MS))
    for (const item of changing) {
      if (item.seconds.length > 0) blocks.push(changesFrame(item.id, start, item.seconds, item.values))
      item.seconds.length = 0
      item.values.length = 0
    }
    return Buffer.concat(blocks)
  }
}
