import { DANGER_SHARE, STEP_DELAY, STEP_DELAYS } from '@steading/contract/events/escalation'
import { z } from 'zod'

/** Member of a level that stands for whoever is on duty. */
export const ON_DUTY = 'onDuty'

/** A level of an escalation list. */
export interface Level {
  /** As configured: user ids and ON_DUTY. They identify the level when the list changes. */
  readonly members: readonly string[]
  /** Those who can be notified now. */
  readonly userIds: readonly string[]
  /** Seconds until the next level, as planned. */
  readonly delay: number
  /** % of the time to danger that the wait takes at most; null: all that was planned. */
  readonly dangerShare: number | null
}

/** A level that had its turn in an escalation run; without a recipient then, it was passed over and is not counted as a step. */
export const PassedLevel = z.object({ members: z.array(z.string()), notified: z.boolean() })
export type PassedLevel = z.output<typeof PassedLevel>

/** Whom one step of a run notifies. */
export interface Reach {
  /** Everybody up to the step, the earliest level first. */
  readonly userIds: readonly string[]
  /** Seconds until the next step, as planned. */
  readonly delay: number
  /** % of the time to danger that the wait takes at most; null: all that was planned. */
  readonly dangerShare: number | null
  /** No level is left. */
  readonly isLast: boolean
  /** To store with the run, once the step is taken. */
  readonly passed: readonly PassedLevel[]
}

/**
 * The reach of a step (from 0) of a run. Whose turn it is depends on who was notified, not on a position in the list: a level that
 * had its turn keeps it when it is empty or gone, and the first level of the list that had none is next.
 */
export function reachAt(levels: readonly Level[], passed: readonly PassedLevel[], step: number): Reach {
  const order = inOrder(levels, passed)
  const steps = order.flatMap(({ counts }, at) => (counts ? [at] : []))
  const isLast = step >= steps.length - 1
  const at = steps[isLast ? steps.length - 1 : step] ?? -1
  // A step whose people are all gone would reach nobody: the next people hear.
  const peopled = order.findIndex(({ userIds }) => userIds.length > 0)
  const end = isLast ? order.length : Math.max(at, peopled) + 1
  return {
    userIds: [...new Set(order.slice(0, end).flatMap(({ userIds }) => userIds))],
    delay: order[at]?.delay ?? STEP_DELAY,
    dangerShare: order[at] ? order[at].dangerShare : DANGER_SHARE,
    isLast,
    passed: order.slice(0, at + 1).map(({ members, counts }) => ({ members: [...members], notified: counts })),
  }
}

/**
 * Seconds until the next step: the planned ones, or the share of the minutes that the animals have left if that is shorter, but not
 * below the least wait of a list. Without an estimate exactly the planned ones. Each step takes its share of what is left then, so
 * that a list with any number of levels is through before the danger.
 */
export function waitOf({ delay, dangerShare }: Pick<Level, 'delay' | 'dangerShare'>, minutesToDanger: number | null): number {
  if (minutesToDanger === null || dangerShare === null) return delay
  return Math.min(delay, Math.max(STEP_DELAYS.min, Math.floor((dangerShare / 100) * minutesToDanger * 60)))
}

/** Levels that had their turn, as the list has them now, then those ahead. A level ahead counts if it has somebody to notify. */
function inOrder(levels: readonly Level[], passed: readonly PassedLevel[]): (Level & { readonly counts: boolean })[] {
  const ahead = [...levels]
  const had = passed.map(({ members, notified }) => {
    const level = takeLevel(ahead, members) ?? { members, userIds: [], delay: STEP_DELAY, dangerShare: DANGER_SHARE }
    return { ...level, counts: notified }
  })
  return [...had, ...ahead.map(level => ({ ...level, counts: level.userIds.length > 0 }))]
}

/** Removes the level with these members, else the first that shares one. */
function takeLevel(levels: Level[], members: readonly string[]): Level | undefined {
  const isSame = (level: Level) =>
    level.members.length === members.length && level.members.every(member => members.includes(member))
  const same = levels.findIndex(isSame)
  const at = same >= 0 ? same : levels.findIndex(level => level.members.some(member => members.includes(member)))
  return at >= 0 ? levels.splice(at, 1)[0] : undefined
}
