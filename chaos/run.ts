// One run of one scenario, as a program: `node --import ./chaos/mutate.ts chaos/run.ts <order>`; its last word to whoever
// started it are the figures.
import { scenarios } from './scenarios.ts'
import type { Order } from './scenario.ts'
import { aStage } from './stage/stage.ts'

const { id, clusterDir, ...order } = JSON.parse(process.argv[2] ?? '') as Order & { id: string; clusterDir: string } // safe: play.ts writes it
const scenario = scenarios.find(one => one.id === id)
if (!scenario) throw new Error(`no scenario ${id}`)

process.on('disconnect', () => process.exit(1))
const stage = await aStage(clusterDir, order.seed)
let failure: unknown
try {
  const figures = await scenario.run(stage, order)
  process.send?.({ figures })
} catch (error) {
  failure = error
}
await stage.close()
if (failure !== undefined) throw failure
process.exit(0)
