import type { DrillDetails } from '@steading/contract/events/drills'
import { DRILL_WITHIN } from '@steading/contract/events/drills'
import { PATIENCE } from '../../../tools/testing/patience.ts'
import { aClaimedBox, session } from './box.ts'
import type { Line } from './box.ts'
import { data } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { eventually } from './smtp.ts'

/** A house's box in session, as one that takes part in drills; the terminal, and what the box does. */
export async function aDrillBox(farm: Farm, house = 'House 1', feat: readonly string[] = ['drill'], n = 1) {
  const box = await aClaimedBox(farm, house, { displayName: `Box ${n}` })
  const line = await session(farm, box, { feat: [...feat] })
  return { ...box, line, ...doingsOf(farm, line) }
}

const doingsOf = (farm: Farm, line: Line) => {
  let seq = 0
  return {
    /** Hears the order to drill. */
    async ordered(within: number = PATIENCE.poll) {
      const order = await line.hear('dn/cmd', within)
      return order && 'drill' in order ? order : null
    },
    answer: (order: { id: string; n: number }, st: 'done' | 'rejected' = 'done', more: object = {}) =>
      line.say('up/ack', { id: order.id, n: order.n, st, at: farm.world.clock.now(), ...more }),
    /** Writes the doing, as it does for an alarm. */
    do: (key: string) =>
      line.say('up/data', {
        v: 1,
        e: 3,
        s: ++seq,
        t: farm.world.clock.now(),
        q: 2,
        h: 0,
        r: [],
        x: [[0, 0, { rule: 'drill', ver: 0, kind: 'DRILL', key }]],
      }),
  }
}
export type DrillBox = Awaited<ReturnType<typeof aDrillBox>>

/** Orders a drill by hand, which the box does; answers its id. */
export async function drilled(farm: Farm, api: Api, box: Pick<DrillBox, 'ordered' | 'answer' | 'do'>, house = 'House 1') {
  const { ids } = data(await api.drills.start({ params: { id: farm.at[house]! } }))
  const order = await box.ordered()
  if (!order) throw new Error('the box was not told to drill')
  await box.answer(order)
  await box.do(order.drill)
  return ids[0]!
}

/** The record, once it holds. */
export const record = (farm: Farm, api: Api, id: string, holds: (drillDetails: DrillDetails) => boolean) =>
  eventually(async () => {
    farm.app.services.drills.wake()
    farm.app.services.outbox.wake()
    return data(await api.drills.details({ params: { id } }))
  }, holds)
export const isEnded = ({ result }: DrillDetails) => result !== 'RUNNING'
/** Every message of it went out. */
export const isSent = ({ messages }: DrillDetails) => messages.length > 0 && messages.every(message => message.state === 'SENT')

/** The token of a drill's link in a text. */
export const tokenIn = (text: string) => /\/drill#([\w-]+\.\d+)/.exec(text)?.[1] ?? ''

export const BEYOND = DRILL_WITHIN + 1000
