import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { openStore } from '../../apps/smartbox/src/platform/store.ts'
import { data } from '../../e2e/api.ts'
import type { apiAs } from '../../e2e/api.ts'
import type { Value } from '../../apps/smartbox/src/platform/driver.ts'
import { anAgent } from './agent.ts'
import { valueOf } from './box.ts'
import type { Farm } from './farm.ts'
import type { Stage } from './stage.ts'

export interface BarnOptions {
  readonly stage: Stage
  readonly farm: Farm
  readonly url: string
  readonly api: Awaited<ReturnType<typeof apiAs>>
  /** Where the box finds the broker. */
  readonly port: number
  /** Readings that stand in its store since it was last heard of. */
  readonly past: number
  /** ms over which they were taken, up to now. */
  readonly over: number
  /** Of the n-th of them (from 1 on) at this instant; left out: any. */
  readonly valueAt?: (n: number, ts: number) => number
}

const EPOCH = 1
const CHUNK = 1000

/** A smart box as it is sold, in a house of ours: with a past that it has not told yet, a thermometer, a beat and a fan. */
export async function aBarn({ stage, farm, url, api, port, past, over, valueAt = valueOf }: BarnOptions) {
  const { terminal, claim } = data(
    await api.of('terminals').create({ body: { displayName: 'Barn', entityId: farm.root, profile: 'FC-SMARTBOX-1' } }),
  )
  const add = async (category: 'TEMPERATURE' | 'CO2' | 'FAN_RELAY', address: string) => {
    const body = { displayName: address, terminalId: terminal.id, entityId: farm.root, category, address, every: 1 }
    return data(await api.of('interfaces').create({ body: { ...body, historyConfiguration: 'ALL_VALUES' } })).id
  }
  const air = await add('TEMPERATURE', 'air')
  const beat = await add('CO2', 'beat')
  const fan = await add('FAN_RELAY', 'fan')

  let temperature = 20
  let isQuiet = false
  /** When each beat was read, ms of performance.now(): the n-th has the value n. */
  const beats: number[] = []
  const writes: { readonly address: string; readonly value: Value }[] = []
  const driver = {
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    async read(addresses: readonly string[]) {
      if (isQuiet) return []
      return addresses
        .filter(address => address !== 'fan')
        .map(address => ({ address, good: true, value: address === 'beat' ? beats.push(performance.now()) - 1 : temperature }))
    },
    async write(address: string, value: Value) {
      writes.push({ address, value })
      await pause(5)
      return value
    },
  }
  const folder = join(stage.folder, claim.uid)
  const agent = await anAgent({
    folder,
    url,
    port,
    driver,
    random: stage.random.next,
    uid: claim.uid,
    claimCode: claim.claimCode,
  })
  const store = openStore(join(folder, 'store'), { newEpoch: () => EPOCH, now: () => Date.now() })
  const began = Date.now() - over
  const timeOf = (n: number) => Math.round(began + (over * n) / (past + 1))
  for (let n = 1; n <= past; n += CHUNK)
    store.append(
      Array.from({ length: Math.min(CHUNK, past - n + 1) }, (_, index) => {
        const ts = timeOf(n + index)
        return { ts, q: 2 as const, ix: 0, value: valueAt(n + index, ts), isEvent: false }
      }),
    )
  store.close()
  stage.atEnd(() => agent.stop())

  return {
    agent,
    terminalId: terminal.id,
    air,
    beat,
    fan,
    past,
    beats,
    writes,
    began,
    warm: (to: number) => void (temperature = to),
    /** Its sensors say nothing more. */
    quiet: () => void (isQuiet = true),
    /** What of its past is not stored as it was, what of its present is not there, and what is there twice. */
    async audit() {
      const all = await stage.rows<{ seq: number; interface: string; epoch: number; value: number }>(
        `select seq::float8 as seq, interface_id::text as interface, epoch, value from readings where interface_id in ($1, $2)`,
        [air, beat],
      )
      const numbers = new Set(all.map(({ epoch, seq }) => `${epoch} ${seq}`))
      const storedNumbers = new Set<number>()
      const storedBeats = new Set<number>()
      for (const { seq, interface: of, epoch, value } of all)
        if (of === beat) storedBeats.add(value)
        else if (epoch === EPOCH && seq <= past && value === valueAt(seq, timeOf(seq))) storedNumbers.add(seq)
      return {
        lost: past - storedNumbers.size + (beats.length - storedBeats.size),
        duplicates: all.length - numbers.size,
        stored: all.length,
      }
    },
  }
}
export type Barn = Awaited<ReturnType<typeof aBarn>>
