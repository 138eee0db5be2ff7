import { Worker } from 'node:worker_threads'
import { Failed } from '../platform/failures.ts'
import type { Order, Report } from './run.ts'

/** Concurrent rehearsals, queued ones, and those of one user. */
const MOST_AT_WORK = 2
const MOST_WAITING = 12
const MOST_OF_ONE = 3
/** Idle time after which a thread and its cache are discarded, ms. */
const KEPT_FOR = 120_000

/** Retry-After, s. */
const AGAIN = 10
const tooMany = () => new Failed('TOO_MANY_REQUESTS', [{ field: 'rule', code: 'tooManyTries', values: { seconds: AGAIN } }])

/** A worker thread that runs one rehearsal at a time. */
export interface Mate {
  readonly tell: (order: Order, transfer?: ArrayBuffer[]) => void
  /** Listener of its messages; undefined as a message: the thread died. */
  listener: ((report: Report | undefined) => void) | undefined
  /** The history that it has cached. */
  history: History | null
}

/** A cached history, and when it was read, by the monotonic clock. */
export interface History {
  readonly key: string
  readonly from: number
  readonly until: number
  readonly ids: readonly string[]
  readonly at: number
}

interface Member extends Mate {
  readonly worker: Worker
  person: string | undefined
  idle: NodeJS.Timeout | undefined
}

interface Waiting {
  readonly person: string
  readonly ids: readonly string[]
  readonly take: (mate: Mate) => void
}

export interface Turn {
  /** No thread is free yet. */
  readonly waits: boolean
  readonly mate: Promise<Mate>
  /** Leaves the queue, or releases the thread, which must be idle. */
  leave(): void
}

/** Worker pool with a queue: first come, first served, one rehearsal per user at a time. */
export function crew() {
  const members: Member[] = []
  const waiting: Waiting[] = []

  function hire(): Member {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] })
    worker.unref()
    const member: Member = {
      worker,
      history: null,
      listener: undefined,
      person: undefined,
      idle: undefined,
      tell: (order, transfer = []) => worker.postMessage(order, transfer),
    }
    worker.on('message', (report: Report) => member.listener?.(report))
    worker.on('error', () => {
      members.splice(members.indexOf(member), 1)
      member.listener?.(undefined)
    })
    members.push(member)
    return member
  }

  function dismiss(member: Member) {
    if (members.includes(member)) members.splice(members.indexOf(member), 1)
    void member.worker.terminate()
  }

  /** A thread that has cached these interfaces, otherwise a new one, otherwise the one with the oldest cache. */
  function free(ids: readonly string[]): Member | undefined {
    const idle = members.filter(member => member.person === undefined)
    const knowing = idle.find(member => member.history?.ids.some(id => ids.includes(id)))
    if (knowing) return knowing
    if (members.length < MOST_AT_WORK) return hire()
    return idle.toSorted((a, b) => (a.history?.at ?? 0) - (b.history?.at ?? 0))[0]
  }

  function next() {
    for (const one of [...waiting]) {
      if (members.some(({ person }) => person === one.person)) continue
      const member = free(one.ids)
      if (!member) return
      waiting.splice(waiting.indexOf(one), 1)
      clearTimeout(member.idle)
      member.person = one.person
      one.take(member)
    }
  }

  return {
    /** @throws Failed TOO_MANY_REQUESTS */
    enter(person: string, ids: readonly string[]): Turn {
      const own = [...members, ...waiting].filter(one => one.person === person)
      if (own.length >= MOST_OF_ONE || waiting.length >= MOST_WAITING) throw tooMany()
      let taken: Member | undefined
      let entry: Waiting | undefined
      const mate = new Promise<Mate>(resolve => {
        entry = {
          person,
          ids,
          take: one => {
            taken = one as Member // safe: `next` hands out members
            resolve(one)
          },
        }
        waiting.push(entry)
      })
      next()
      let left = false
      return {
        mate,
        waits: taken === undefined,
        leave() {
          if (left) return
          left = true
          if (entry && waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1)
          if (taken) {
            const member = taken
            member.person = undefined
            member.listener = undefined
            member.idle = setTimeout(() => dismiss(member), KEPT_FOR).unref()
          }
          next()
        },
      }
    },
  }
}
