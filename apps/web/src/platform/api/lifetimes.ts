import { bootConfig } from '../bootConfig.ts'

const second = 1_000

/**
 * How long what was fetched counts as fresh (ms), as the specification sets it (part 1, §9): one table for all. A change made
 * here drops what it makes wrong at once, whatever stands here; what others change is seen when its time is over.
 * Event categories and logical operations come with the program and are not fetched; the interfaces of a terminal are as fresh as
 * a list, since a rule is made of them.
 */
export const lifetimes = {
  /** Lists, values and all that has no time of its own. */
  usual: 20 * second,
  /** Look-ups without a time of their own: the tree, tags, roles; as CACHE_SECONDS sets it. */
  lookUp: Number(bootConfig('cache-seconds') ?? 300) * second,
  activeFarms: 300 * second,
  sectorsOfFarm: 120 * second,
  terminalsOfEntity: 120 * second,
  activePeople: 3_600 * second,
  /** What doesn't change while the page is open. */
  always: Number.POSITIVE_INFINITY,
} as const
