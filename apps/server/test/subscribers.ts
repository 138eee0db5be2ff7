import type { Data } from '@steading/contract/box/messages'
import type { SubscriptionItem } from '@steading/contract/apiAccess/subscriptions'
import { data } from './farm.ts'
import type { Api, Farm } from './farm.ts'

let count = 0

/** API users at the farm Paul, made by a manager, and what they subscribe to. */
export function createSubscribers(farm: Farm, manager: () => Api) {
  const anApiUser = async (scopes: readonly string[] = ['interfaces.read', 'events.read'], entity = 'Paul') => {
    const username = `subscriber-${++count}`
    const body = {
      entityId: farm.at[entity]!,
      username,
      displayName: username,
      scopes,
      allowedIps: [],
      rateLimit: 6000,
      expiresUtc: null,
    }
    const { id, secret } = data(await manager().apiAccess.create({ body: body as never }))
    return { apiId: id, program: farm.api({ sessionToken: `${id}.${secret}` }) }
  }
  const subscribe = async (apiId: string, more: object) => {
    const body = { displayName: 'Feed of data', interfaceIds: [], entityIds: [], url: null, delivery: 'PULL', ...more }
    return data(await manager().subscriptions.create({ params: { apiId }, body: body as never }))
  }
  /** A new API user with one subscription that it pulls. */
  const aPull = async (scopes: readonly string[], more: object) => {
    const { apiId, program } = await anApiUser(scopes)
    const { id } = await subscribe(apiId, more)
    return async (query: object = {}) => data(await program.subscriptions.pull({ params: { id }, query }))
  }
  return { anApiUser, subscribe, aPull }
}

/** Stores readings of the first two interfaces of a box, in turn. Their values count up from 401; answers the values. */
export function createReadings(farm: Farm, boxId: string, now: () => number) {
  let seq = 0
  return async (number: number, at = now() - 1000) => {
    const first = seq + 1
    const values = Array.from({ length: number }, (_, index) => 400 + first + index)
    const r = values.map((value, index): [number, number, number] => [index % 2, index, value])
    seq += number
    const message: Data = { v: 1, e: 1, s: first, t: at, q: 2, h: 0, r }
    await farm.app.services.journal.store({ terminalId: boxId, data: message, receivedAt: now() })
    return values
  }
}

/** The values of readings, smallest first. */
export const valuesOf = (items: readonly SubscriptionItem[]) =>
  items.flatMap(item => (item.kind === 'READING' ? [Number(item.value)] : [])).toSorted((a, b) => a - b)
