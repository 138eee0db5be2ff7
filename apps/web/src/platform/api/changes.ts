import type { LiveMessage } from '@steading/contract/devices/live'
import type { Query, QueryClient } from '@tanstack/react-query'

type Change = Exclude<LiveMessage['type'], 'hello' | 'reading' | 'ping'>

/** First elements of the query keys that a message makes stale: the keys of a slice begin with its stem. */
const queryKeysByMessage: Readonly<Record<Change, readonly string[]>> = {
  event: ['events', 'outbox', 'earlyWarning'],
  batch: ['batches', 'animalMovements', 'feedMovements', 'weighings'],
  task: ['tasks', 'taskTemplates'],
  // A deployed rule drives outputs, and outputs name their rule.
  rule: ['rules', 'interfaces'],
  command: ['interfaces'],
  terminal: ['terminals', 'interfaces'],
}

/** Series of readings. The stream appends what is read to them, so a short break hardly shows: those of the last minute stay. */
const readings = 'readings'
const freshSeriesMs = 60_000
/** Everything that the stream reports. */
const allKeys = [...new Set([...Object.values(queryKeysByMessage).flat(), readings])]

const shortestPauseMs = 1_000
const longestPauseMs = 10_000
/** Share by which a pause varies up and down, so that open pages do not ask at the same moment. */
const jitter = 0.2

const isOld = ({ state }: Pick<Query, 'state'>) => state.dataUpdatedAt < Date.now() - freshSeriesMs

export interface ChangeInvalidator {
  readonly invalidate: (change: Change) => void
  readonly invalidateAll: () => void
}

/**
 * Refetches the queries that messages make stale. The first message acts at once; while more keep coming, the pause between two
 * rounds doubles from 1 s to 10 s. A round never cancels a running fetch: an answer slower than the pause would never arrive.
 * What changes during a fetch is fetched once more when it ends. `random`: from 0 to 1, for the jitter.
 */
export function createChangeInvalidator(
  queries: Pick<QueryClient, 'invalidateQueries' | 'isFetching'>,
  random: () => number,
): ChangeInvalidator {
  const stale = new Set<string>()
  const running = new Set<string>()
  let pauseMs = shortestPauseMs
  let pause: ReturnType<typeof setTimeout> | undefined

  const refetch = async (key: string) => {
    running.add(key)
    // A fetch already under way may have read the old state and would mark it fresh.
    if (queries.isFetching({ queryKey: [key] }) > 0) stale.add(key)
    try {
      await queries.invalidateQueries(
        { queryKey: [key], ...(key === readings && { predicate: isOld }) },
        { cancelRefetch: false },
      )
    } finally {
      running.delete(key)
      if (pause === undefined) flush()
    }
  }

  const flush = () => {
    pause = undefined
    if (stale.size === 0) pauseMs = shortestPauseMs
    const due = [...stale].filter(key => !running.has(key))
    if (due.length === 0) return
    pause = setTimeout(flush, pauseMs * (1 - jitter + 2 * jitter * random()))
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    for (const key of due) {
      stale.delete(key)
      void refetch(key)
    }
  }

  const add = (keys: readonly string[]) => {
    for (const key of keys) stale.add(key)
    if (pause === undefined) flush()
  }
  return { invalidate: change => add(queryKeysByMessage[change]), invalidateAll: () => add(allKeys) }
}
