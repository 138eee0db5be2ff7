// The outbox alone, as a program that can be killed: DATABASE_URL and the settings of its channels in the environment, the
// time as whoever started it tells.
import { buildWorld } from '../../apps/server/src/app/world.ts'
import { createOutbox } from '../../apps/server/src/outbox/index.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'

let now = Number(process.env.NOW)
const config = readConfig(process.env)
const world = await buildWorld({ config, databaseUrl: config.DATABASE_URL!, clock: { now: () => now, mono: () => now } })
const post = createOutbox(world)
process.on('disconnect', () => process.exit(0))
process.on('message', (message: { now: number }) => {
  now = message.now
  post.wake()
})
await post.part.start()
process.send?.({ ready: true })
