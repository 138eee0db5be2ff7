import type { Mate } from './crew.ts'
import type { Played, Run } from './run.ts'

/** Parts in flight to the thread. */
const AHEAD = 2

export type RehearsalUpdate = { readonly done: number } | { readonly played: Played }

/**
 * Runs a rehearsal on a thread, and feeds it the parts of the history that it has not cached. Ends with `signal`, or when nobody
 * reads the result any more; the thread is idle afterwards.
 * @throws Error when the thread dies, or the history cannot be read
 */
export async function* perform(
  mate: Mate,
  run: Run,
  read: (ids: readonly string[], part: number) => Promise<ArrayBuffer>,
  signal: AbortSignal,
): AsyncGenerator<RehearsalUpdate> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const waiters: (() => void)[] = []
  const change = () => new Promise<void>(resolve => waiters.push(resolve))
  const alarm = () => {
    for (const resume of waiters.splice(0)) resume()
  }
  let played: Played | undefined
  let failure: unknown
  let done = 0
  let parts = 0
  let isResting = false
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    Atomics.store(stop, 0, 1)
    mate.tell({ kind: 'stop' })
    alarm()
  }

  /** Reads ahead while the thread works. */
  const bring = async (ids: readonly string[]) => {
    for (const part of ids.length > 0 ? run.parts.keys() : []) {
      const bytes = await read(ids, part)
      while (parts < part - AHEAD && !isEnding && !isResting) await change()
      if (isEnding || isResting) return
      mate.tell({ kind: 'part', part, bytes }, [bytes])
    }
  }

  mate.listener = report => {
    if (report?.kind === 'progress') [done, parts] = [report.done, report.parts]
    else if (report?.kind === 'want')
      bring(report.ids).catch((error: unknown) => {
        failure ??= error
        end()
      })
    else {
      isResting = true
      if (report === undefined) failure ??= new Error('the thread that tried a rule died')
      else if (report.kind === 'result') played = report.played
    }
    alarm()
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    mate.tell({ kind: 'begin', run, stop })
    for (let lastDone = 0; !isResting && !isEnding && !signal.aborted;) {
      if (done > lastDone) yield { done: (lastDone = done) }
      else await change()
    }
    if (played && !signal.aborted) yield { played }
  } finally {
    signal.removeEventListener('abort', end)
    if (!isResting) end()
    while (!isResting) await change()
  }
  if (failure !== undefined) throw failure
}
