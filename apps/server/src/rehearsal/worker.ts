import { parentPort } from 'node:worker_threads'
import { bytesOf, decode, NONE } from './columns.ts'
import type { Columns } from './columns.ts'
import { player } from './play.ts'
import type { Order, Run, Said } from './run.ts'

/** The thread in which rules are tried. It keeps the history of the last try, up to this many bytes. */
const MOST_KEPT = 48 * 2 ** 20
/** ms between two words of progress. */
const WORD = 100

class Stopped extends Error {}

/** By interface, the parts of the history that it has. */
let kept = new Map<string, Columns[]>()
let keptOf = ''
let keptBytes = 0
let current:
  | { readonly run: Run; readonly playing: ReturnType<typeof player>; readonly stop: Int32Array; part: number }
  | undefined
let toldAt = 0

const say = (said: Said) => parentPort!.postMessage(said, [])

function begin(run: Run, stop: Int32Array) {
  if (keptOf !== run.history) forget()
  keptOf = run.history
  for (const [id, columns] of kept) if (columns.length < run.parts.length) kept.delete(id)
  keptBytes = [...kept.values()].flat().reduce((sum, one) => sum + bytesOf(one), 0)
  const ids = run.slots.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  current = { run, playing: player(run), stop, part: 0 }
  say({ kind: 'want', ids })
  if (ids.length === 0) for (const part of run.parts.keys()) play(part)
}

function take(part: number, bytes: ArrayBuffer) {
  if (!current) return
  const read = decode(bytes)
  for (const { id } of current.run.slots) {
    const columns = kept.get(id) ?? []
    if (columns.length > part) continue
    columns.push(read.get(id) ?? NONE)
    kept.set(id, columns)
    keptBytes += bytesOf(columns.at(-1)!)
  }
  play(part)
}

function play(part: number) {
  if (!current) return
  const { run, playing, stop } = current
  const { from, until, slots, parts } = run
  const beat = (ts: number) => {
    if (Atomics.load(stop, 0) !== 0) throw new Stopped()
    const now = performance.now()
    if (now - toldAt < WORD) return
    toldAt = now
    say({ kind: 'progress', parts: part, done: (ts - from) / (until - from) })
  }
  playing.part(
    slots.map(({ id }) => kept.get(id)?.[part] ?? NONE),
    beat,
  )
  // Too much to keep: what was played is let go.
  if (keptBytes > MOST_KEPT) for (const columns of kept.values()) columns[part] = NONE
  const done = part + 1
  say({ kind: 'progress', parts: done, done: done / parts.length })
  if (done < parts.length) return
  const played = playing.end()
  current = undefined
  if (keptBytes > MOST_KEPT) forget()
  say({ kind: 'result', played })
}

function forget() {
  kept = new Map()
  keptOf = ''
  keptBytes = 0
}

parentPort!.on('message', (order: Order) => {
  try {
    if (order.kind === 'begin') begin(order.run, order.stop)
    else if (order.kind === 'part') take(order.part, order.bytes)
    else if (current) throw new Stopped()
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    current = undefined
    if (keptBytes > MOST_KEPT) forget()
    say({ kind: 'stopped' })
  }
})
