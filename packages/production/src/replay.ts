import type { AnimalActionType, MovementAction } from '@steading/contract/production/animalMovements'
import type { LocalTime } from './figures.ts'

/** A movement of animals into or out of a batch. */
export interface Movement {
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly action: MovementAction
  readonly actionType: AnimalActionType
  /** Animals, at least 1. */
  readonly number: number
  /** Total live weight, kg; null if unknown. */
  readonly weight: number | null
  /** Age of the animals of an entry, days; null if unknown. */
  readonly ageDays: number | null
  /** Half of a transfer that nobody confirmed yet: reserved, but not counted. */
  readonly pending: boolean
}

/** Animals by kind of movement, and what they leave. */
export interface Totals {
  /** Effective entries (E). */
  readonly totalEntry: number
  /** Effective deaths (D). */
  readonly totalMortality: number
  /** Effective exits other than deaths (X). */
  readonly totalExit: number
  /** Pending exits (P). */
  readonly totalExitPending: number
  /** Animals present: E − D − X. */
  readonly balance: number
}

export type ViolationCode =
  | 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE'
  | 'EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION'
  | 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS'

/** The first movement in time that makes the set impossible. */
export interface Violation {
  readonly code: ViolationCode
  readonly movementId: string
  /** Epoch ms. */
  readonly at: number
  /** Animals that are missing for it. */
  readonly shortage: number
}

export type Replay = { readonly totals: Totals } | { readonly violation: Violation }

/** Ids are positive whole numbers as text: the longer is the greater. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const compareMovements = (a: Movement, b: Movement): number =>
  a.at - b.at || Number(a.action === 'EXIT') - Number(b.action === 'EXIT') || compareIds(a.id, b.id)

/** Movements in the order in which they count: by time, at one time entries first, then by id. */
export const inOrder = (movements: readonly Movement[]): Movement[] => [...movements].sort(compareMovements)

const isDeath = (movement: Movement): boolean => movement.actionType === 'DEATH'
/** Effective entries. */
export const entriesOf = (movements: readonly Movement[]): Movement[] =>
  movements.filter(movement => movement.action === 'ENTRY' && !movement.pending)
/** Effective deaths. */
export const deathsOf = (movements: readonly Movement[]): Movement[] =>
  movements.filter(movement => movement.action === 'EXIT' && isDeath(movement) && !movement.pending)
/** Effective exits other than deaths. */
export const exitsOf = (movements: readonly Movement[]): Movement[] =>
  movements.filter(movement => movement.action === 'EXIT' && !isDeath(movement) && !movement.pending)

/** Animals of all movements. */
export const animalsOf = (movements: readonly Movement[]): number => movements.reduce((sum, movement) => sum + movement.number, 0)

export function totalsOf(movements: readonly Movement[]): Totals {
  const totalEntry = animalsOf(entriesOf(movements))
  const totalMortality = animalsOf(deathsOf(movements))
  const totalExit = animalsOf(exitsOf(movements))
  const totalExitPending = animalsOf(movements.filter(movement => movement.action === 'EXIT' && movement.pending))
  return { totalEntry, totalMortality, totalExit, totalExitPending, balance: totalEntry - totalMortality - totalExit }
}

/** Animals that lists show: of an open batch E − D, of a closed one X. */
export const numberAnimals = ({ totalEntry, totalMortality, totalExit }: Totals, closed: boolean): number =>
  closed ? totalExit : totalEntry - totalMortality

/**
 * Replays all movements of a batch, in any order given: their totals, or the first violation. Pending exits are reserved: at
 * every instant E − D − X − P must be at least 0; pending entries bring nothing. An exit before the first entry is named as such,
 * whatever the state of that entry. Source: domain §5, "Transactions".
 */
export function replay(movements: readonly Movement[], openDate: number): Replay {
  let available = 0
  let entered = false
  for (const { id, at, action, number, pending } of inOrder(movements)) {
    const refuse = (code: ViolationCode, shortage: number): Replay => ({ violation: { code, movementId: id, at, shortage } })
    if (at < openDate) return refuse('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE', 0)
    if (action === 'ENTRY') {
      entered = true
      if (!pending) available += number
      continue
    }
    if (!entered) return refuse('EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION', number)
    available -= number
    if (available < 0) return refuse('TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS', -available)
  }
  return { totals: totalsOf(movements) }
}

/** The balance from an instant (epoch ms) on. */
export interface BalanceStep {
  readonly at: number
  readonly balance: number
}

/** The balance after each instant with effective movements, in order of time. */
export function balanceSteps(movements: readonly Movement[]): BalanceStep[] {
  const steps: BalanceStep[] = []
  let balance = 0
  for (const { at, action, number, pending } of inOrder(movements)) {
    if (pending) continue
    balance += action === 'ENTRY' ? number : -number
    if (steps.at(-1)?.at === at) steps.pop()
    steps.push({ at, balance })
  }
  return steps
}

/** Animals present at an instant, its own movements included. */
export const balanceAt = (steps: readonly BalanceStep[], at: number): number =>
  steps.findLast(step => step.at <= at)?.balance ?? 0

/** Animals of a batch at an instant. */
export interface AnimalsAt {
  readonly present: number
  /** The most that may leave then: neither reserved animals nor those of later exits. */
  readonly available: number
}

/** The animals at an instant, its own movements included; an exit of as many as are available then is what `replay` accepts. */
export function animalsAt(movements: readonly Movement[], at: number): AnimalsAt {
  const counted = movements.filter(({ action, pending }) => !(action === 'ENTRY' && pending))
  const steps = balanceSteps(counted.map(movement => ({ ...movement, pending: false })))
  const later = steps.filter(step => step.at > at).map(({ balance }) => balance)
  return {
    present: balanceAt(balanceSteps(movements), at),
    available: Math.max(0, Math.min(balanceAt(steps, at), ...later)),
  }
}

/** The integral of the balance between two instants, over time as `clock` measures it. */
function integral(steps: readonly BalanceStep[], from: number, to: number, clock: (at: number) => number): number {
  let sum = 0
  for (const [index, { at, balance }] of steps.entries()) {
    const start = Math.max(at, from)
    const end = Math.min(steps[index + 1]?.at ?? to, to)
    if (end > start) sum += balance * (clock(end) - clock(start))
  }
  return sum
}

/** Animal-days between two instants: the integral of the balance over local days. One of 23 or 25 h counts as one. */
export const animalDays = (steps: readonly BalanceStep[], from: number, to: number, localTime: LocalTime): number =>
  integral(steps, from, to, localTime)

/** Time-weighted mean of the animals present in [from, to), such as a local day of 23, 24 or 25 h. */
export const meanAnimals = (steps: readonly BalanceStep[], from: number, to: number): number =>
  to > from ? integral(steps, from, to, at => at) / (to - from) : 0

/** The first instant at which more animals are present than the production type allows (0: no limit); a warning only. */
export const maxBalanceExceeded = (steps: readonly BalanceStep[], maxBalance: number): BalanceStep | undefined =>
  maxBalance > 0 ? steps.find(step => step.balance > maxBalance) : undefined
