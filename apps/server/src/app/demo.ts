// Prepares the demo: farm, people and boxes at the first start, and the past from standard input (see tools/start.ts).
import { existsSync } from 'node:fs'
import { demoPeople, demoRole } from '../demo/index.ts'
import { demoPassword, seedDemo, writePlan } from '../demo/index.ts'
import { loadHistory } from '../readings/index.ts'
import { boot } from './boot.ts'

const DAYS = 100
const send = (message: Record<string, unknown>) => process.send?.(message)
process.on('disconnect', () => process.exit(1))

const { config, world, close } = await boot({ ...process.env, DEMO: 'on' }, progress => send({ progress }))
const password = demoPassword(config)
const fresh = await seedDemo(world, password, progress => send({ progress }))
const { plan, state, boxes } = await writePlan(world)
if (fresh || !existsSync(`${plan}.loaded`)) {
  send({ progress: `Making up ${DAYS} days of readings` })
  send({ history: { plan, days: DAYS, until: new Date(world.clock.now()).toISOString(), state } })
  const { readings, seconds } = await loadHistory(world, process.stdin)
  send({ progress: `${readings.toLocaleString('en-US')} readings in ${seconds.toFixed(0)} s` })
  await markLoaded(plan)
}
send({
  ready: {
    boxes,
    password,
    people: demoPeople.map(person => ({ email: `${person.name}@steading.example`, role: demoRole(person) })),
  },
})
await close({ keepDatabase: true })
process.exit(0)

async function markLoaded(plan: string) {
  const { writeFile } = await import('node:fs/promises')
  await writeFile(`${plan}.loaded`, '')
}
