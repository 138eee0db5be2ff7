import { parentPort } from 'node:worker_threads'
import { bytesOf, decode, NONE } from './columns.ts'
import type { Columns } from './columns.ts'
import { player } from './play.ts'
import type { Order, Run, Report } from './run.ts'

/** Worker thread of rehearsals. It caches the history of the last one, up to this many bytes. */
const MOST_KEPT = 48 * 2 ** 20
/** Interval of progress messages, ms. */
const WORD = 100

class Stopped extends Error {}

/** Cached parts of the history, by interface. */
let cache = new Map<string, Columns[]>()
let keptOf = ''
let keptBytes = 0
let current:
  | { readonly run: Run; readonly playing: ReturnType<typeof player>; readonly stop: Int32Array; part: number }
  | undefined
let toldAt = 0

const say = (message: Report) => parentPort!.postMessage(message, [])

function begin(run: Run, stop: Int32Array) {
  if (keptOf !== run.history) forget()
  keptOf = run.history
  for (const [id, columns] of cache) if (columns.length < run.parts.length) cache.delete(id)
  keptBytes = [...cache.values()].flat().reduce((sum, one) => sum + bytesOf(one), 0)
  const ids = run.slots.filter(({ id }) => !cache.has(id)).map(({ id }) => id)
  current = { run, playing: player(run), stop, part: 0 }
  say({ kind: 'want', ids })
  if (ids.length === 0) for (const part of run.parts.keys()) play(part)
}

function take(part: number, bytes: ArrayBuffer) {
  if (!current) return
  const read = decode(bytes)
  for (const { id } of current.run.slots) {
    const columns = cache.get(id) ?? []
    if (columns.length > part) continue
    columns.push(read.get(id) ?? NONE)
    cache.set(id, columns)
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
    slots.map(({ id }) => cache.get(id)?.[part] ?? NONE),
    beat,
  )
  // The cache is full: discards the parts that were replayed.
  if (keptBytes > MOST_KEPT) for (const columns of cache.values()) columns[part] = NONE
  const done = part + 1
  say({ kind: 'progress', parts: done, done: done / parts.length })
  if (done < parts.length) return
  const played = playing.end()
  current = undefined
  if (keptBytes > MOST_KEPT) forget()
  say({ kind: 'result', played })
}

function forget() {
  cache = new Map()
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
