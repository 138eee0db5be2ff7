// Prepares the demo (see tools/start.ts): farm, people and boxes at the first start, and the past from standard input.
// --days 0: without a past.
import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  boxFolders,
  demoEmail,
  demoPassword,
  demoPeople,
  demoRole,
  planFile,
  pointBoxes,
  seedDemo,
  stateFolder,
  writePlan,
  insertPastDrills,
  seedDeliveries,
} from '../demo/index.ts'
import { createDevices } from '../devices/index.ts'
import { systemActor } from '../platform/actor.ts'
import { createJournal, loadHistory } from '../readings/index.ts'
import { boot } from './boot.ts'

const { values } = parseArgs({ options: { days: { type: 'string', default: '104' } } })
const days = Number(values.days)
const send = (message: Record<string, unknown>) => process.send?.(message)
// The parent process is gone: no child may stay behind.
process.on('disconnect', () => process.exit(1))

const { config, world, close } = await boot({ ...process.env, DEMO: 'on' }, progress => send({ progress }))
const password = demoPassword(config)
const now = world.clock.now()
const seeded = await seedDemo(world, createDevices(world, createJournal(world)), password, days)
if (seeded) {
  writePlan(config, seeded, now)
  send({ progress: 'The demo farm is made' })
}
pointBoxes(config)
const loaded = `${planFile(config)}.loaded`
if (days > 0 && !existsSync(loaded)) {
  send({ progress: `Making up ${days} days of readings` })
  send({ history: { plan: planFile(config), days, until: new Date(now).toISOString(), state: stateFolder(config) } })
  const { readings, seconds } = await loadHistory(world, process.stdin, far =>
    send({
      progress:
        'of' in far ? `  ${far.months} of ${far.of} months indexed` : `  ${far.readings.toLocaleString('en-US')} readings`,
    }),
  )
  send({ progress: `${readings.toLocaleString('en-US')} readings in ${seconds.toFixed(0)} s` })
  await world.db.work(systemActor('demo'), async work => {
    for (const root of await work.sql.selectFrom('entities').select('id').where('parent_id', 'is', null).execute())
      await insertPastDrills(work, world, root.id, Math.floor(days / 7))
  })
  await seedDeliveries(world, days)
  writeFileSync(loaded, '')
}
send({
  ready: {
    boxes: boxFolders(config),
    password,
    people: demoPeople.map(person => ({ email: demoEmail(person.name), role: demoRole(person) })),
  },
})
await close({ keepDatabase: true })
process.exit(0)
