import { parentPort, workerData } from 'node:worker_threads'
import { hook } from './hook.ts'
import type { Edit } from './hook.ts'
import type { Played } from './play.ts'

/** One thread of a run: plays the seeds that it is sent, with the engine as these edits leave it. */
export interface Order {
  readonly edits: readonly Edit[]
  readonly days: number
}

const { edits, days } = workerData as Order // safe: `crew` is who starts it
hook(edits)
// Not before: what is loaded from here on is what the edits are for.
const { play } = await import('./play.ts')

const say = (what: Played | 'done') => parentPort!.postMessage(what, [])

parentPort!.on('message', (seeds: readonly number[]) => {
  for (const seed of seeds) say(playSafely(seed))
  say('done')
})
say('done')

function playSafely(seed: number): Played {
  try {
    return play(seed, days)
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { seed, template: 'THERMOSTAT', acts: 0, effects: 0, hash: '', wrong: [`threw: ${why}`] }
  }
}
