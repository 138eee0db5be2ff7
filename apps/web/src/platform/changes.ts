import type { LiveMessage } from '@steading/contract/live'
import type { QueryClient } from '@tanstack/react-query'

type Change = Exclude<LiveMessage['type'], 'hello' | 'reading' | 'ping'>

/** Whose queries a change makes old: a slice's query keys begin with its stem. */
const stems: Readonly<Record<Change, readonly string[]>> = {
  event: ['events', 'outbox'],
  // A rule in service drives outputs, which say so.
  rule: ['rules', 'interfaces'],
  command: ['interfaces'],
  terminal: ['terminals', 'interfaces'],
}

/** Everything that the stream would have told. */
const all = [...new Set([...Object.values(stems).flat(), 'readings'])]

const restMs = 1_000

/** Fetches anew what changes have made old, each stem at most once a second, however many changes come. */
export function changes(queries: Pick<QueryClient, 'invalidateQueries'>) {
  const due = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    resting = undefined
    if (due.size === 0) return
    for (const stem of due) void queries.invalidateQueries({ queryKey: [stem] })
    due.clear()
    resting = setTimeout(flush, restMs)
  }
  const make = (old: readonly string[]) => {
    for (const stem of old) due.add(stem)
    if (resting === undefined) flush()
  }
  return { of: (change: Change) => make(stems[change]), everything: () => make(all) }
}
