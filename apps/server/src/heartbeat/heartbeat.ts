import type { Heartbeat } from '@steading/contract/heartbeat'
import { HEARTBEAT_STAGES } from '@steading/contract/heartbeat'
import type { Devices } from '../devices/index.ts'
import type { Events } from '../events/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { insertOwnInterface } from '../interfaces/index.ts'
import { PULSE_UID } from '../platform/pulse.ts'
import type { Work } from '../platform/database/work.ts'
import { dropReadings } from '../readings/index.ts'
import { insertOwnTerminal } from '../terminals/index.ts'
import { pulseBox } from './box.ts'
import type { PulseBox } from './box.ts'
import { ownBox } from './heartbeat.sql.ts'
import { stages } from './stages.ts'
import type { Times } from './times.ts'
import { watch } from './watch.ts'

const system = systemActor('heartbeat')

export interface Neighbours {
  readonly devices: Pick<Devices, 'inside' | 'passwordOf' | 'linkTo' | 'nextIndex'>
  readonly outbox: Pick<Outbox, 'reached' | 'direct' | 'stalled' | 'isUnheard'>
  readonly events: Pick<Events, 'raise' | 'over'>
}

export interface Watchdog {
  readonly part: Part
  /** How the path is now. */
  state(): Promise<Heartbeat>
}

/** A box of our own whose readings travel the whole path of alarms, and the watch over it. */
export function watchdog(world: World, { devices, outbox, events }: Neighbours, times: Times): Watchdog {
  const { db, clock, config, pulse } = world
  const known = stages(world, times)
  const watching = watch(world, known, outbox, events, times)
  let box: PulseBox | undefined
  let tidied = -Infinity

  /** The tree may be made after the server has started. */
  const keeper = every(world, 'the heartbeat’s box', times.look, async () => {
    box ??= await begin()
    const found = pulse.box()
    if (!found || clock.mono() - tidied < times.again) return
    await db.work(system, work => dropReadings(work, found.interfaceId, new Date(work.now.getTime() - times.again)))
    tidied = clock.mono()
  })

  async function make(work: Work) {
    const terminal = await insertOwnTerminal(work, PULSE_UID)
    if (!terminal) return undefined
    await devices.linkTo(work, terminal.id)
    const ix = await devices.nextIndex(work, terminal.id)
    await insertOwnInterface(work, { terminalId: terminal.id, entityId: terminal.entityId, ix })
    return ownBox(work)
  }

  async function begin(): Promise<PulseBox | undefined> {
    const made = await db.work(system, async work => {
      const found = (await ownBox(work)) ?? (await make(work))
      return found && { found, password: await devices.passwordOf(work, found.terminalId) }
    })
    if (!made) return undefined
    pulse.begin(made.found)
    known.begin()
    const started = pulseBox({ world, url: devices.inside(), password: made.password, times })
    started.start()
    return started
  }

  return {
    part: {
      ...watching,
      async start() {
        await keeper.start()
        await watching.start()
      },
      async stop() {
        await watching.stop()
        await keeper.stop()
        await box?.stop()
        box = undefined
      },
    },
    state: () =>
      db.work(system, async work => {
        const found = pulse.box()
        return {
          stages: HEARTBEAT_STAGES.map(stage => {
            const last = pulse.lastOf(stage)
            const lastUtc = last === undefined ? null : new Date(clock.now() - (clock.mono() - last)).toISOString()
            return { stage, lastUtc, silent: found !== undefined && known.isSilent(stage) }
          }),
          mute: pulse.isMute(),
          outside: config.HEARTBEAT_URL !== undefined,
          people: found ? (await outbox.reached(work, found.entityId)).length : 0,
          demo: config.DEMO,
        }
      }),
  }
}
