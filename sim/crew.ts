import { Worker } from 'node:worker_threads'
import type { Edit } from './hook.ts'
import type { Played } from './play.ts'

/** Seeds sent to a thread at once. */
const PORTION = 8

export interface CrewOptions {
  readonly seeds: Iterable<number>
  readonly days: number
  readonly threads: number
  readonly edits?: readonly Edit[]
  /** Answers whether to go on. */
  readonly played: (played: Played) => boolean
}

/** Plays seeds in threads of their own. Whatever becomes of one seed, the others are played. */
export async function crew({ seeds, days, threads, edits = [], played }: CrewOptions): Promise<void> {
  const left = seeds[Symbol.iterator]()
  let goesOn = true
  const portion = (): number[] => {
    const some: number[] = []
    while (goesOn && some.length < PORTION) {
      const iteratorResult = left.next()
      if (iteratorResult.done) break
      some.push(iteratorResult.value)
    }
    return some
  }
  const work = () =>
    new Promise<void>((done, failed) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { edits, days } })
      worker.on('error', failed)
      worker.on('exit', () => done())
      worker.on('message', (message: Played | 'done') => {
        if (message === 'done') {
          const some = portion()
          if (some.length > 0) worker.postMessage(some, [])
          else void worker.terminate()
        } else if (goesOn && !played(message)) {
          goesOn = false
          void worker.terminate()
        }
      })
    })
  await Promise.all(Array.from({ length: threads }, work))
}
