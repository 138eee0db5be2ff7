import type { Heartbeat } from '@steading/contract/events/heartbeat'
import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import type { Devices } from '../devices/index.ts'
import type { Events } from '../events/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { World } from '../platform/world.ts'
import { insertOwnInterface } from '../interfaces/index.ts'
import { HEARTBEAT_UID } from '../platform/heartbeat.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { dropReadings } from '../readings/index.ts'
import { insertOwnTerminal } from '../terminals/index.ts'
import { pulseBox } from './box.ts'
import type { PulseBox } from './box.ts'
import { ownBox } from './heartbeat.sql.ts'
import { stages } from './stages.ts'
import type { Times } from './times.ts'
import { watch } from './watch.ts'
import type { Watch } from './watch.ts'

const system = systemActor('heartbeat')

export interface Neighbours {
  readonly devices: Pick<Devices, 'internalBrokerUrl' | 'createPassword' | 'createLink' | 'nextInterfaceIndex'>
  readonly outbox: Pick<Outbox, 'reached' | 'notifyNow' | 'stalled' | 'isUnheard'>
  readonly events: Pick<Events, 'raise' | 'resolve'>
}

export interface Watchdog {
  readonly part: Watch
  /** How the path is now. */
  state(): Promise<Heartbeat>
}

/** A box of our own whose readings travel the whole path of alarms, and the watch over it. */
export function watchdog(world: World, { devices, outbox, events }: Neighbours, times: Times): Watchdog {
  const { db, clock, config, heartbeat } = world
  const known = stages(world, times)
  const watching = watch(world, known, outbox, events, times)
  let box: PulseBox | undefined
  let tidied = -Infinity

  /** The tree may be made after the server has started. */
  const keeper = createPeriodicTask(world, 'the heartbeat’s box', times.look, async () => {
    box ??= await begin()
    const found = heartbeat.box()
    if (!found || clock.mono() - tidied < times.again) return
    await db.work(system, work => dropReadings(work, found.interfaceId, new Date(work.now.getTime() - times.again)))
    tidied = clock.mono()
  })

  async function make(work: UnitOfWork) {
    const terminal = await insertOwnTerminal(work, HEARTBEAT_UID)
    if (!terminal) return undefined
    await devices.createLink(work, terminal.id)
    const ix = await devices.nextInterfaceIndex(work, terminal.id)
    await insertOwnInterface(work, { terminalId: terminal.id, entityId: terminal.entityId, ix })
    return ownBox(work)
  }

  async function begin(): Promise<PulseBox | undefined> {
    const made = await db.work(system, async work => {
      const found = (await ownBox(work)) ?? (await make(work))
      return found && { found, password: await devices.createPassword(work, found.terminalId) }
    })
    if (!made) return undefined
    heartbeat.begin(made.found)
    known.begin()
    const started = pulseBox({ world, url: devices.internalBrokerUrl(), password: made.password, times })
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
        const found = heartbeat.box()
        return {
          stages: HEARTBEAT_STAGES.map(stage => {
            const last = heartbeat.lastOf(stage)
            const lastUtc = last === undefined ? null : new Date(clock.now() - (clock.mono() - last)).toISOString()
            return { stage, lastUtc, silent: found !== undefined && known.isSilent(stage) }
          }),
          mute: heartbeat.isMute(),
          outside: config.HEARTBEAT_URL !== undefined,
          people: found ? (await outbox.reached(work, found.entityId)).length : 0,
          demo: config.DEMO,
        }
      }),
  }
}
