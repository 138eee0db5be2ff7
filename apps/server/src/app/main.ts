// The server as a program: node apps/server/src/app/main.ts, settings from the environment.
import { publicUrl } from '../platform/config/config.ts'
import { UnprotectedBroker } from '../platform/broker/broker.ts'
import { listenersOf, listenProblem } from '../platform/network/ports.ts'
import { offerSetup } from '../sessions/index.ts'
import { buildApp } from './app.ts'
import { boot } from './boot.ts'
import { settleRestore } from './settleRestore.ts'

const tell = (progress: string) => (process.send ? process.send({ progress }) : console.log(progress))

const { config, world, close } = await boot(process.env, tell)
await settleRestore(world)
const app = await buildApp(world)

/** Longest shutdown, ms. An unavailable database must not block it: everything acknowledged is stored already. */
const PATIENCE = 15_000
let stopping = false
async function stop(code: number) {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(code || 1), PATIENCE).unref()
  await app.stop().catch((error: unknown) => world.log.error({ err: error }, 'shutdown incomplete, ending the process anyway'))
  await close().catch((error: unknown) => world.log.error({ err: error }, 'database not closed, ending the process anyway'))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The parent process is gone: no child may stay behind.
process.on('disconnect', () => void stop(0))

try {
  await app.start()
} catch (error) {
  // Another process took the port after the check.
  const late = listenersOf(config).find(({ port }) => error instanceof Error && 'port' in error && error.port === port)
  console.error((late && listenProblem(late, error)) ?? (error instanceof UnprotectedBroker ? error.message : error))
  await stop(1)
}
const setupCode = await offerSetup(world)
const address = publicUrl(config)
if (process.send) process.send({ ready: address, setupCode })
else {
  console.log(`Steading is at ${address}`)
  if (setupCode) console.log(`First start: open ${address}/setup and enter the set-up code ${setupCode} (valid for 30 minutes).`)
}
