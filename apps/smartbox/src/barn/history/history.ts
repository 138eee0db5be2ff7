// Believable history: every house of a plan goes through its batches under the house computer, and what its interfaces
// would have sent is written as frames (frames.ts). Memory holds one day of one house.
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY } from '../animals/batch.ts'
import { houseComputer } from '../house/control.ts'
import { createPanel, createSite, settle } from '../farm.ts'
import { schedule } from '../house/faults.ts'
import { advance, type House } from '../house/house.ts'
import { beginOf } from './lead.ts'
import type { MeteredDay, Plan } from './plan.ts'
import { createRecorder } from './recorder.ts'
import { saveState } from '../house/state.ts'

/** Sets the meters of a house to what they counted until `t`: evenly over each day. */
const setMeters = ({ stores }: House, days: readonly MeteredDay[], t: number): void => {
  stores.feed = 0
  stores.water = 0
  for (const { from, until, feed, water } of days) {
    if (t <= from) break
    const share = Math.min(1, (t - from) / (until - from))
    stores.feed += share * feed
    stores.water += share * water
  }
}

/** The frames of a plan, day by day; `houses` receives every house, at the end in its final state. */
function* framesOf(plan: Plan, houses: House[]): Generator<Buffer> {
  const recorders = plan.farms.flatMap(farm => {
    const calm = createSite(farm.seed, farm.timeZone, schedule(farm.faults, plan.from))
    const configs = farm.houses.map(({ config }) => config)
    const begun = beginOf(farm.script, calm, configs, () => undefined, plan.until)
    const site = { ...calm, faults: [...calm.faults, ...schedule(farm.script, begun)] }
    const yard = createRecorder(farm.interfaces, createPanel([], site, farm.seed), () => undefined)
    return [
      yard,
      ...farm.houses.map(({ config, metered, interfaces }) => {
        const house = settle(config, site, plan.from)
        if (farm.script.length > 0) house.script = { text: JSON.stringify(farm.script), from: begun }
        houses.push(house)
        const panel = createPanel([house], site, farm.seed)
        return createRecorder(interfaces, panel, t => {
          advance(house, site, t, houseComputer)
          if (metered) setMeters(house, metered, t)
        })
      }),
    ]
  })
  for (let start = plan.from; start < plan.until;) {
    const end = Math.min((Math.floor(start / DAY) + 1) * DAY, plan.until)
    for (const record of recorders) {
      const frames = record(start, end)
      if (frames.length > 0) yield frames
    }
    start = end
  }
}

/**
 * Writes the frames of a plan to `out`, no faster than it takes them, and ends it; then saves each house's state in
 * `stateFolder`, from where the live driver goes on. Throws for an address that no barn knows.
 */
export const writeHistory = async (plan: Plan, out: Writable, stateFolder?: string): Promise<void> => {
  const houses: House[] = []
  await pipeline(Readable.from(framesOf(plan, houses), { objectMode: true, highWaterMark: 4 }), out)
  if (stateFolder !== undefined) for (const house of houses) await saveState(stateFolder, house)
}
