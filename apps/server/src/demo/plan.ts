import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicUrl } from '../platform/config/config.ts'
import type { Config } from '../platform/config/config.ts'
import { receivedDays, referenceDays } from './production/reference.ts'
import { barnBatchOf, staysOf } from './production/stays.ts'
import { demoBoxes, HOT_HOUSE, TIME_ZONE, tooHot } from './farm.ts'
import type { DemoBox, DemoHouse } from './farm.ts'
import type { SeededBox, SeededInterface } from './seed.ts'

/** Where the demo keeps what its boxes and its past are made of. */
export const demoFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'demo')
export const planFile = (config: Pick<Config, 'dataDir'>) => join(demoFolder(config), 'plan.json')
export const stateFolder = (config: Pick<Config, 'dataDir'>) => join(demoFolder(config), 'barns')
const boxesFolder = (config: Pick<Config, 'dataDir'>) => join(demoFolder(config), 'boxes')

/** The folders of the demo's boxes; none before the demo is prepared. */
export const boxFolders = (config: Pick<Config, 'dataDir'>): string[] => {
  const folder = boxesFolder(config)
  return existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map(name => join(folder, name))
    : []
}

const houseId = (house: DemoHouse) => house.at.replaceAll('/', '-')
const houseOf = (house: DemoHouse, now: number) => {
  const batch = barnBatchOf(house, now)
  return { id: houseId(house), name: house.name, kind: house.kind, silo: house.silo, ...(batch && { batches: [batch] }) }
}

/** The house of the reference batch of pigs, which others were transferred out of. */
const donor = demoBoxes.flatMap(box => box.houses).find(({ kind, hasReference }) => kind === 'pig' && hasReference)!

/**
 * Of a house whose last batch is a reference batch, or the animals that were transferred out of one: since when its meters count
 * what they used, and how much each day.
 */
const meteredOf = (house: DemoHouse, now: number) => {
  if (house.isReceiver) {
    const { day, days } = receivedDays()
    const { open } = staysOf(donor, now).at(-1)! // safe: it has had the reference batch
    return { from: open.plus({ days: day }).toFormat('yyyy-MM-dd'), days }
  }
  const stay = staysOf(house, now).at(-1)
  if (!stay?.isReference) return undefined
  return { from: stay.open.toFormat('yyyy-MM-dd'), days: referenceDays(house.kind) }
}

/**
 * The faults of a box, s from its start. The motor protection of the hot house trips and a contactor of its heaters sticks, so
 * long before the demo starts that in any season it grows too hot just then; it stays so until somebody sets the fans.
 */
const scriptOf = (box: DemoBox) =>
  box.houses.flatMap(house =>
    house.at === HOT_HOUSE
      ? [
          { after: 0, fault: 'tripped breaker', house: house.name },
          {
            after: 0,
            fault: 'runaway heating',
            house: house.name,
            // What the sensors say follows the air by a minute: they pass the limit soon after the start.
            degrees: tooHot(house) + 2.5,
            reached: tooHot(house) + 0.4,
          },
        ]
      : [],
  )

/** One sky over a farm: its boxes share the seed. */
const seedOf = (box: DemoBox) => `demo ${box.farm}`

/** The made-up past has a value every five minutes of everything, so that every chart has a line. */
const sampled = (seededInterface: SeededInterface) => ({ ...seededInterface, history: 'samples' })

/** Writes what the history is made of, and a folder for each box with its claim code. */
export function writePlan(config: Config, seeded: readonly SeededBox[], now: number) {
  mkdirSync(stateFolder(config), { recursive: true })
  const pairs = demoBoxes.map(box => ({ box, made: seeded.find(seededBox => seededBox.key === box.key)! }))
  const farms = pairs.map(({ box, made }) => ({
    seed: seedOf(box),
    timeZone: TIME_ZONE,
    // The past ends as the present begins.
    script: scriptOf(box),
    interfaces: made.yard.map(sampled),
    houses: box.houses.map(house => ({
      ...houseOf(house, now),
      interfaces: made.houses[house.name]!.map(sampled),
      metered: meteredOf(house, now),
    })),
  }))
  writeFileSync(planFile(config), JSON.stringify({ farms }, null, 2))
  for (const { box, made } of pairs) {
    const folder = join(boxesFolder(config), box.key.replaceAll('/', '-'))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'box.json'), JSON.stringify(boxSettings(config, box, made, now), null, 2), { mode: 0o600 })
  }
}

function boxSettings(config: Config, box: DemoBox, made: SeededBox, now: number) {
  return {
    uid: made.uid,
    claimCode: made.claimCode,
    platform: { http: publicUrl(config) },
    profile: box.profile,
    driver: {
      kind: 'barn',
      seed: seedOf(box),
      timeZone: TIME_ZONE,
      stateFolder: stateFolder(config),
      houses: box.houses.map(house => houseOf(house, now)),
      faults: scriptOf(box),
    },
  }
}

/** Ports may differ from one start to the next, and the data may have been moved: each start tells the boxes. */
export function pointBoxes(config: Config) {
  const platform = { http: publicUrl(config), mqtt: { host: '127.0.0.1', port: config.MQTT_PORT, tls: false } }
  for (const folder of boxFolders(config)) {
    const file = join(folder, 'box.json')
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { driver: object }
    const driver = { ...settings.driver, stateFolder: stateFolder(config) }
    writeFileSync(file, JSON.stringify({ ...settings, platform, driver }, null, 2), { mode: 0o600 })
  }
}
