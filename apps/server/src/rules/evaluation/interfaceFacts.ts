import type { RuleBody } from '@steading/contract/rules/body'
import { specOf } from '../body.ts'
import type { RuleInterfaceRow } from '../body.ts'
import type { RuleMemory, RunningRule } from './ruleMemory.ts'
import type { RegisterBase, RegisterBases } from './registerBases.ts'

/** Present configuration of an interface. */
export interface InterfaceFact extends RuleInterfaceRow {
  /** The terminal has not taken up the desired configuration yet: it may still send by the one before. */
  readonly isWaiting: boolean
  /** Bases of a register, ascending by time. */
  readonly bases: readonly RegisterBase[]
}

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => Number(a) - Number(b)

type Spec = RuleBody['interfaces'][number]

/** The longer of two sampling intervals, s; 0 stands for on change, which has no limit. */
const longerInterval = (a: number, b: number) => (a === 0 || b === 0 ? 0 : Math.max(a, b))

const currentSpec = (spec: Spec, fact: InterfaceFact | undefined): Spec => {
  if (!fact) return spec
  const current = specOf(fact, null)
  const newest = current.kind === 'COUNTER' ? fact.bases.at(-1) : undefined
  return {
    ...spec,
    ...current,
    ...(newest && { base: newest.base }),
    every: fact.isWaiting ? longerInterval(spec.every, current.every) : current.every,
  }
}

/** The body with the present configuration of its interfaces: the copy that was saved with the rule may be out of date. */
export function withCurrentInterfaces<B extends RuleBody>(body: B, facts: readonly InterfaceFact[]): B {
  const factOf = new Map(facts.map(fact => [fact.id, fact]))
  return { ...body, interfaces: body.interfaces.map(spec => currentSpec(spec, factOf.get(spec.id))) }
}

/** Bases of the body's registers, of those that had several. */
export const changedBases = (body: RuleBody, facts: readonly InterfaceFact[]): RegisterBases => {
  const ids = new Set(body.interfaces.map(spec => spec.id))
  return new Map(facts.filter(({ id, bases }) => bases.length > 1 && ids.has(id)).map(({ id, bases }) => [id, bases]))
}

/** Rules whose interfaces have another configuration by now. */
export async function findOutdatedRules(
  memory: Pick<RuleMemory, 'rules'>,
  findFacts: (ids: readonly string[]) => Promise<readonly InterfaceFact[]>,
): Promise<RunningRule[]> {
  const rules = [...memory.rules.values()]
  const facts = await findFacts([...new Set(rules.flatMap(({ body }) => body.interfaces.map(item => item.id)))])
  const textOf = ({ interfaces }: RuleBody, bases: RegisterBases) => JSON.stringify([interfaces, [...bases].toSorted(byId)])
  return rules.filter(
    ({ body, bases }) => textOf(withCurrentInterfaces(body, facts), changedBases(body, facts)) !== textOf(body, bases),
  )
}
