import type { CommandAnswer } from '@steading/contract/box/messages'
import type { Value } from '@steading/contract/devices/interfaces'
import { fault, guarantee, never, note, time } from '../scenario.ts'
import type { Figure } from '../scenario.ts'
import { percentile } from '../stage/until.ts'

export interface Issued {
  readonly id: string
  /** What the driver calls the output. */
  readonly address: string
  /** No two commands of a box order the same. */
  readonly value: Value
  readonly sid: string
  /** True time, ms UTC. */
  readonly issuedAt: number
  readonly ttl: number
}

interface Write {
  readonly box: string
  readonly address: string
  readonly value: Value
  readonly at: number
}

/** ms: how well a box's clock stands that counts as synchronised. */
const CLOCK = 1000
const FINAL_WITHIN = 5000
const REFUSED_WITHIN = 300

/**
 * Sees from outside what happened to the commands of some boxes, and believes nothing that the product says of itself. In a
 * simulation it also sees what the box hears and answers.
 */
export function witness() {
  const issued = new Map<string, Issued>()
  const byValue = new Map<string, Issued>()
  const writes: Write[] = []
  const receivedCommands = new Map<string, { readonly sids: Set<string | null>; times: number }>()
  const saidDone = new Set<string>()
  const shown = new Map<string, { readonly state: string; readonly at: number; readonly wasSaid: boolean }[]>()
  const refusals: number[] = []
  const key = (box: string, value: Value) => `${box} ${String(value)}`

  /** The commands that a driver was told to carry out, with how often; a fail-safe value is none. */
  const executed = () => {
    const times = new Map<Issued, Write[]>()
    for (const write of writes) {
      const command = byValue.get(key(write.box, write.value))
      if (command) times.set(command, [...(times.get(command) ?? []), write])
    }
    return times
  }

  return {
    issue(box: string, command: Issued) {
      issued.set(command.id, command)
      byValue.set(key(box, command.value), command)
    },
    write: (box: string, address: string, value: Value, at: number) => void writes.push({ box, address, value, at }),
    /** A box heard the command, in this session of its own. */
    hear(id: string, sid: string | null) {
      const one = receivedCommands.get(id) ?? { sids: new Set(), times: 0 }
      receivedCommands.set(id, { sids: one.sids.add(sid), times: one.times + 1 })
    },
    /** A box said what became of it, whether that arrives or not. */
    answer: (id: string, st: CommandAnswer['st']) => void (st === 'done' && saidDone.add(id)),
    /** People are shown this state. */
    show: (id: string, state: string, at: number) =>
      void shown.set(id, [...(shown.get(id) ?? []), { state, at, wasSaid: saidDone.has(id) }]),
    /** The platform said that the box is away, after so many ms. */
    refuse: (ms: number) => void refusals.push(ms),

    /** What holds on any link. */
    figures(): Figure[] {
      const done = executed()
      const ends = (states: readonly string[]) =>
        [...issued.values()].filter(({ id }) => shown.get(id)?.some(({ state }) => states.includes(state)))
      const lateness = [...done].flatMap(([{ issuedAt, ttl }, all]) => all.map(({ at }) => at - issuedAt - ttl))
      return [
        never('executed after expiry', lateness.filter(over => over > CLOCK).length),
        never('executed twice', [...done.values()].filter(all => all.length > 1).length),
        never(
          'executed on the wrong interface',
          [...done].filter(([{ address }, all]) => all.some(write => write.address !== address)).length,
        ),
        never('shown executed and not executed', ends(['DONE']).filter(end => !done.has(end)).length),
        never('shown refused though executed', ends(['REJECTED', 'EXPIRED']).filter(end => done.has(end)).length),
        never('commands without an end', issued.size - ends(['DONE', 'REJECTED', 'EXPIRED', 'UNCONFIRMED']).length),
        time('slowest answer that the box is away, ms', percentile(refusals, 1), REFUSED_WITHIN),
        fault('commands', issued.size),
        fault('executed', done.size),
        note('latest execution, ms after expiry', Math.max(...lateness, 0)),
        fault('refused because the box is away', refusals.length),
      ]
    },
    /** What only a simulation sees: each message, and the moment of each end. */
    insideFigures(): Figure[] {
      const strangers = [...executed().keys()].filter(({ id, sid }) => !receivedCommands.get(id)?.sids.has(sid))
      const unsaid = [...shown.values()].filter(all => all.some(({ state, wasSaid }) => state === 'DONE' && !wasSaid))
      const ends = [...issued.values()].map(({ id, issuedAt, ttl }) => {
        const end = shown.get(id)?.find(({ state }) => state !== 'SENT')
        return end ? end.at - issuedAt - ttl : Infinity
      })
      return [
        never('executed in the wrong session', strangers.length),
        never('shown executed without the box saying so', unsaid.length),
        guarantee('slowest end after the validity, ms', Math.max(...ends), { most: FINAL_WITHIN }),
        fault('commands heard more than once', [...receivedCommands.values()].filter(({ times }) => times > 1).length),
        fault(
          'commands heard in another session',
          [...receivedCommands].filter(([id, { sids }]) => [...sids].some(sid => sid !== issued.get(id)?.sid)).length,
        ),
      ]
    },
  }
}
export type Witness = ReturnType<typeof witness>
