import { join } from 'node:path'
import { createBox } from '../../apps/smartbox/src/app/box.ts'
import type { Box } from '../../apps/smartbox/src/app/box.ts'
import { claim, claimRequest, identity } from '../../apps/smartbox/src/app/claim.ts'
import { systemClock } from '../../apps/smartbox/src/platform/clock.ts'
import { loadCredentials, saveClaim } from '../../apps/smartbox/src/platform/credentials.ts'
import type { Driver } from '../../apps/smartbox/src/platform/driver.ts'
import { makeFolder } from '../../apps/smartbox/src/platform/files.ts'

export interface AgentOptions {
  readonly folder: string
  /** Of the platform. */
  readonly url: string
  /** Where it finds the broker: a line of ours. */
  readonly port: number
  readonly uid: string
  readonly claimCode: string
  readonly driver: Driver
  readonly random: () => number
}

/** The smart box's own program over a driver of ours. It claims its place; `restart` is what a short power cut leaves to the next. */
export async function anAgent({ folder, url, port, uid, claimCode, driver, random }: AgentOptions) {
  makeFolder(folder)
  const path = join(folder, 'credentials.json')
  const result = await claim(url, claimRequest(uid, claimCode, identity(join(folder, 'identity.pem'))))
  if (result.is !== 'claimed') throw new Error(`the claim of ${uid}: ${result.why}`)
  saveClaim(path, { ...result.answer, mqtt: { host: '127.0.0.1', port, tls: false } })

  const make = (): Box => {
    const credentials = loadCredentials(path)
    if (!credentials) throw new Error('no credentials')
    const settings = { profile: 'FC-SMARTBOX-1', interlocks: [], store: {} }
    return createBox({
      folder,
      settings,
      credentials,
      driver,
      clock: systemClock,
      log: () => undefined,
      version: 'chaos',
      random,
    })
  }
  let box: Box | undefined
  return {
    start() {
      box = make()
      box.start()
    },
    async stop() {
      await box?.stop()
      box = undefined
    },
  }
}
export type Agent = Awaited<ReturnType<typeof anAgent>>
