// The simulated barn as a driver: closed loop in real time, or faster. Settings:
//   { kind: 'barn', seed, timeZone, speed 1, stateFolder?, houses: [{ id, name, kind, area?, silo?, batches }],
//     faults: [{ after, fault, house?, sensor?, duration?, degrees? }] }
// There is no timer: whoever reads or writes makes the model catch up with the clock first.
import type { Driver, Sample, Value } from '../platform/driver.ts'
import type { DriverKind } from '../platform/drivers/kind.ts'
import { houseComputer } from './house/control.ts'
import { advanceAll, createPanel, createSite, resume, settle, under, type Panel } from './farm.ts'
import { isMended, schedule, workingSince } from './house/faults.ts'
import type { House, Site } from './house/house.ts'
import { beginOf } from './history/lead.ts'
import { faultFrom, houseFrom, houseKeys, SettingsError, zoneFrom } from './settings.ts'
import { loadState, saveState } from './house/state.ts'
import type { Point } from './house/point.ts'

/** ms of real time between two savings of the state. */
const SAVE_EVERY = 60_000

interface Running {
  readonly houses: readonly House[]
  readonly site: Site
  readonly panel: Panel
  /** Model time for a time of the clock. */
  readonly time: () => number
}

/** The number that a command means at this point. Throws for anything that it does not take. */
const commandFor = (address: string, point: Point, value: Value): number => {
  if (!point.write) throw new Error(`barn ${address} can only be read`)
  const { min, max } = point.write
  if (point.type === 'boolean') {
    if (typeof value !== 'boolean') throw new Error(`barn ${address} takes true or false, not ${JSON.stringify(value)}`)
    return value ? 1 : 0
  }
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new Error(`barn ${address} takes a number from ${min} to ${max}, not ${JSON.stringify(value)}`)
  return value
}

export const barn: DriverKind = {
  create: (config, { now, warn }): Driver => {
    config.only('kind', 'seed', 'timeZone', 'speed', 'stateFolder', 'houses', 'faults')
    const seed = config.text('seed')
    const { timeZone, local } = zoneFrom(config)
    const speed = config.number('speed', 0, 3600, 1)
    const folder = config.has('stateFolder') ? config.text('stateFolder') : undefined
    const plans = config.list('houses').map(house => {
      house.only(...houseKeys)
      return houseFrom(house, local)
    })
    const script = config.list('faults').map(faultFrom)
    for (const { house } of script)
      if (house !== undefined && !plans.some(({ name }) => name === house))
        throw new SettingsError(`${config.at}: there is no house ${house} for its fault`)

    let running: Running | undefined
    let savedAt = now()

    const started = (): Running => {
      if (!running) throw new Error('the barn has not been started')
      return running
    }

    const save = async (houses: readonly House[]): Promise<void> => {
      if (folder === undefined) return
      savedAt = now()
      try {
        for (const house of houses) await saveState(folder, house)
      } catch (error) {
        warn(`barn: its state could not be saved in ${folder}: ${String(error)}`)
      }
    }

    /** The barn of the present moment. */
    const present = (): Running & { t: number } => {
      const world = started()
      const t = world.time()
      advanceAll(world.houses, world.site, t)
      return { ...world, t }
    }

    return {
      start: async () => {
        const states = await Promise.all(plans.map(async ({ id }) => (folder === undefined ? undefined : loadState(folder, id))))
        const began = now()
        // A model that ran faster than the clock goes on from where it was.
        const base = Math.max(began, ...states.map(state => state?.time ?? 0))
        // A script that is not over goes on: its faults, and what people did about them, are as they were. One that people put
        // right some time ago begins anew: the barn may be shown again.
        const text = JSON.stringify(script)
        const begun = states.find(state => state?.script?.text === text)?.script
        const reset = new Map(plans.map(({ name }, index) => [name, states[index]?.reset ?? 0]))
        const goesOn = begun !== undefined && !isMended(script, begun.from, reset, base)
        const calm = createSite(seed, timeZone, [])
        const leftOf = ({ id }: { readonly id: string }) => states[plans.findIndex(plan => plan.id === id)]
        const from = goesOn ? begun.from : beginOf(script, calm, plans, leftOf, base)
        const site = { ...calm, faults: schedule(script, from) }
        const houses = plans.map(plan => {
          const state = leftOf(plan)
          // At its beginning, faults that are older have been at work since then, but never before the house was left.
          const since = goesOn ? undefined : workingSince(script, from, plan.name, base)
          const house = !state
            ? settle(plan, site, base)
            : since === undefined
              ? resume(plan, site, base, state)
              : under(plan, site, since, base, state)
          house.script = { text, from }
          return house
        })
        advanceAll(houses, site, base, houseComputer)
        await save(houses)
        running = { houses, site, panel: createPanel(houses, site, seed), time: () => base + (now() - began) * speed }
      },
      read: async addresses => {
        const { houses, panel, t } = present()
        if (now() - savedAt >= SAVE_EVERY) await save(houses)
        if (panel.silent(t)) return []
        const samples: Sample[] = []
        for (const address of addresses) {
          const reading = panel.read(address, t)
          const boolean = panel.point(address)?.type === 'boolean'
          if (reading === undefined) samples.push({ address, value: 0, good: false })
          else if (!Number.isNaN(reading.value))
            samples.push({ address, value: boolean ? reading.value === 1 : reading.value, good: reading.good })
        }
        return samples
      },
      write: async (address, value, source) => {
        const { houses, site, panel, t } = present()
        const point = panel.point(address)
        if (!point) throw new Error(`barn has no ${address}`)
        const command = commandFor(address, point, value)
        if (panel.silent(t)) throw new Error('barn is without power')
        point.write?.act(command, source === 'command')
        advanceAll(houses, site, t)
        // What an output was told must not be undone by a crash: whoever told it takes it for done.
        await save(houses)
        const back = panel.read(address, t)?.value ?? command
        return point.type === 'boolean' ? back === 1 : back
      },
      stop: async () => {
        if (running) await save(running.houses)
        running = undefined
      },
    }
  },
}
