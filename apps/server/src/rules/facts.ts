import type { RuleBody } from '@steading/contract/rulebody'
import { specOf } from './body.ts'
import type { Wired } from './body.ts'
import type { Memory } from './memory.ts'

/** What is known of an interface now. */
export interface Fact extends Wired {
  /** Its box has yet to take up what is wanted of it: it may still send as it did. */
  readonly isWaiting: boolean
  /** What the register of a counter is reckoned by, once its box has taken it up. */
  readonly base: string
}

type Spec = RuleBody['interfaces'][number]

/** Seconds between readings, as nobody can be wrong by: 0 is on change. */
const looser = (a: number, b: number) => (a === 0 || b === 0 ? 0 : Math.max(a, b))

const present = (spec: Spec, fact: Fact | undefined): Spec => {
  if (!fact) return spec
  const now = specOf(fact, null)
  const base = now.kind === 'COUNTER' && !fact.isWaiting && { base: fact.base }
  return { ...spec, ...now, ...base, every: fact.isWaiting ? looser(spec.every, now.every) : now.every }
}

/**
 * The body as the platform runs it: what it copied of its interfaces when it was saved is not what a person said of the rule, and is
 * taken as it is now.
 */
export function upToDate<B extends RuleBody>(body: B, facts: readonly Fact[]): B {
  const of = new Map(facts.map(one => [one.id, one]))
  return { ...body, interfaces: body.interfaces.map(spec => present(spec, of.get(spec.id))) }
}

/** Whether all rules know their interfaces as they are. */
export async function knows(of: Memory, factsOf: (ids: readonly string[]) => Promise<readonly Fact[]>): Promise<boolean> {
  const bodies = [...of.rules.values()].map(rule => rule.body)
  const facts = await factsOf([...new Set(bodies.flatMap(body => body.interfaces.map(one => one.id)))])
  return bodies.every(body => JSON.stringify(upToDate(body, facts).interfaces) === JSON.stringify(body.interfaces))
}
