import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@steading/contract/box/messages'
import { pino } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import { barn } from '../barn/index.ts'
import { systemClock } from '../platform/clock.ts'
import { loadCredentials, saveClaim } from '../platform/credentials.ts'
import type { Credentials } from '../platform/credentials.ts'
import { createDriver, modbus } from '../platform/drivers/index.ts'
import { makeFolder } from '../platform/files.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import { createBox } from './box.ts'
import type { Box } from './box.ts'
import { claim, claimRequest, identity } from './claim.ts'
import { loadSettings } from './settings.ts'
import type { BoxSettings } from './settings.ts'

/** The program of a smart box: `main.ts <folder with box.json> …`, one box for each folder. */

const output = pino({ level: process.env['LOG_LEVEL'] ?? 'info' })
const drivers = { barn, modbus }

/** Credentials of an earlier run, of the settings, or by claiming; null: the claim was refused. */
const obtain = async (state: string, settings: BoxSettings, log: Log, signal: AbortSignal): Promise<Credentials | null> => {
  const path = join(state, 'credentials.json')
  const { uid, platform, password, signKey, claimCode } = settings
  const known = loadCredentials(path)
  if (known?.uid === uid) return withBroker(known, settings)
  if (password !== undefined && signKey !== undefined && platform.mqtt !== undefined) {
    saveClaim(path, { v: 1, uid, password, signKey, mqtt: platform.mqtt })
    return loadCredentials(path)
  }
  const key = identity(join(state, 'identity.pem'))
  for (let tries = 1; ; tries++) {
    try {
      const result = await claim(platform.http ?? '', claimRequest(uid, claimCode ?? '', key))
      if (result.is === 'claimed') {
        saveClaim(path, result.answer)
        log('info', 'claimed')
        const fresh = loadCredentials(path)
        return fresh && withBroker(fresh, settings)
      }
      log('error', `the claim failed: ${result.why}`)
      if (result.is === 'refused') return null
    } catch (error) {
      log('warn', `the platform can't be reached: ${reason(error)}`)
    }
    const most = Math.min(LIMITS.backoff.most, LIMITS.backoff.least * 2 ** tries)
    await sleep(LIMITS.backoff.least + Math.random() * (most - LIMITS.backoff.least), undefined, { signal })
  }
}

const withBroker = (credentials: Credentials, { platform }: BoxSettings): Credentials =>
  platform.mqtt === undefined ? credentials : { ...credentials, mqtt: platform.mqtt }

const run = async (folder: string, signal: AbortSignal): Promise<Box | null> => {
  const settings = loadSettings(folder)
  const child = output.child({ box: settings.uid })
  const log: Log = (level, message) => child[level](message)
  const state = join(folder, 'state')
  makeFolder(state)
  const credentials = await obtain(state, settings, log, signal)
  if (!credentials) return null
  const driver = createDriver(drivers, settings.driver, { now: () => systemClock.now(), warn: message => log('warn', message) })
  const box = createBox({ folder: state, settings, credentials, driver, clock: systemClock, log, version: manifest.version })
  if (signal.aborted) return box
  box.start()
  log('info', `runs in ${folder}`)
  return box
}

const leave = async (boxes: readonly Promise<Box | null>[]): Promise<void> => {
  const running = await Promise.all(boxes)
  await Promise.all(running.flatMap(box => box?.stop() ?? []))
}

const main = async (folders: readonly string[]): Promise<void> => {
  if (folders.length === 0) throw new Error('usage: main.ts <folder with box.json> …')
  const ending = new AbortController()
  // One box that can't start must not keep the others from the barn.
  const boxes = folders.map(folder =>
    run(resolve(folder), ending.signal).catch((error: unknown) => {
      if (ending.signal.aborted) return null
      output.error(`${folder}: ${reason(error)}`)
      process.exitCode = 1
      return null
    }),
  )
  const end = () => {
    if (ending.signal.aborted) return
    ending.abort()
    leave(boxes).then(
      () => process.exit(),
      (error: unknown) => {
        output.error(reason(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Started by another program: when that is gone, nothing may linger. On a terminal of its own there is no such channel.
  process.on('disconnect', end)
  await Promise.all(boxes)
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`The smart box needs Node 24, this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  main(process.argv.slice(2)).catch((error: unknown) => {
    output.error(reason(error))
    process.exitCode = 1
  })
}
