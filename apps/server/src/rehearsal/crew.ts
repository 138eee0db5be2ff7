import { Worker } from 'node:worker_threads'
import { Failed } from '../platform/failures.ts'
import type { Order, Said } from './run.ts'

/** So many rules are tried at a time; so many more may wait, few of them of one person. */
const MOST_AT_WORK = 2
const MOST_WAITING = 12
const MOST_OF_ONE = 3
/** ms after which a thread without work is ended, and with it what it kept. */
const KEPT_FOR = 120_000

/** s after which it is worth asking again. */
const AGAIN = 10
const tooMany = () => new Failed('TOO_MANY_REQUESTS', [{ field: 'rule', code: 'tooManyTries', values: { seconds: AGAIN } }])

/** A thread that tries one rule at a time. */
export interface Mate {
  readonly tell: (order: Order, transfer?: ArrayBuffer[]) => void
  /** Who hears what it says; undefined: it died. */
  listener: ((said: Said | undefined) => void) | undefined
  /** The history that it keeps. */
  history: History | null
}

/** What was read of the journal, and when, by the clock that no change moves. */
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
  /** Whether it has to wait for others. */
  readonly waits: boolean
  readonly mate: Promise<Mate>
  /** Leaves the queue, or gives the thread back; the thread is at rest then. */
  leave(): void
}

/** The threads and who waits for one: in turn, each person one at a time. */
export function crew() {
  const members: Member[] = []
  const waiting: Waiting[] = []

  function hire(): Member {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] })
    worker.unref()
    const member: Member = {
      ...{ worker, history: null, listener: undefined, person: undefined, idle: undefined },
      tell: (order, transfer = []) => worker.postMessage(order, transfer),
    }
    worker.on('message', (said: Said) => member.listener?.(said))
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

  /** One that knows these interfaces already, else a fresh one, else the one that was idle longest. */
  function free(ids: readonly string[]): Member | undefined {
    const idle = members.filter(one => one.person === undefined)
    const knowing = idle.find(one => one.history?.ids.some(id => ids.includes(id)))
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
          ...{ person, ids },
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
