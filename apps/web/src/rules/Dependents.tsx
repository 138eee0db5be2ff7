import type { Leaving, Rule } from '@steading/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { leavingQuery } from './rules.queries.ts'
import type { Results } from './orders.ts'
import { placed, placedName, ruleHref } from './words.ts'
import './asked.css'

type Needing = Pick<Leaving, 'dependents' | 'unseen'>

/** Rules that need what others alone write, each with the way to it. `stays`: those others; absent: one that is known. */
export function Dependents({ of, stays }: { of: Needing; stays?: readonly Ordered[] | undefined }) {
  const t = useText()
  const { dependents, unseen } = of
  if (dependents.length + unseen === 0) return null
  const names = stays && new Intl.ListFormat(t.language).format(namesOf(stays))
  return (
    <div className="rule-dependents">
      {names === undefined ? t('deploy.neededBy') : t('deploy.staysFor', { count: stays!.length, names })}
      <ul className="asked-list">
        {dependents.map(one => (
          <li key={one.id}>
            <a href={ruleHref(one)}>{placedName(one)}</a>
          </li>
        ))}
        {unseen > 0 && <li>{t(dependents.length > 0 ? 'deploy.neededUnseenToo' : 'deploy.neededUnseen', { count: unseen })}</li>}
      </ul>
    </div>
  )
}

/** Those of a rule whose order was refused for them. */
export function DependentsOf({ id }: { id: string }) {
  const { data } = useQuery(leavingQuery([id]))
  return data ? <Dependents of={data} /> : null
}

/** Of rules that shall be ordered in or out of service: who goes, and who stays as it is, and why. */
export interface Order<R> {
  readonly goes: readonly R[]
  /** Others need what they alone write. */
  readonly needed: readonly R[]
  readonly needing: Needing
  /** Their smart boxes were retired. */
  readonly retired: readonly R[]
}

type Ordered = Pick<Rule, 'id' | 'displayName' | 'deploymentStatus' | 'terminal' | 'sector' | 'rootEntity'>

const namesOf = (rules: readonly Ordered[]) => rules.map(placed)

const nobody: Needing = { dependents: [], unseen: 0 }

export async function whoGoes<R extends Ordered>(rules: readonly R[], wanted: boolean): Promise<Order<R>> {
  if (wanted) {
    const [retired = [], goes = []] = [true, false].map(is => rules.filter(one => (one.terminal?.retired === true) === is))
    return { goes, needed: [], needing: nobody, retired }
  }
  const ids = rules.filter(one => one.deploymentStatus !== 'UNDEPLOYED').map(one => one.id)
  if (ids.length === 0) return { goes: rules, needed: [], needing: nobody, retired: [] }
  const needing = await queryClient.fetchQuery(leavingQuery(ids))
  const stays = new Set(needing.stays)
  const [needed = [], goes = []] = [true, false].map(is => rules.filter(one => stays.has(one.id) === is))
  return { goes, needed, needing, retired: [] }
}

/** What the server would say to those that stay as they are. */
export const refusedAhead = ({ needed, retired }: Order<Ordered>): Results =>
  new Map([
    ...needed.map(one => [one.id, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'] as const),
    ...retired.map(one => [one.id, 'RULE_TERMINAL_RETIRED'] as const),
  ])

/** Those that stay as they are, and why. `alone`: there is but one, and its name is said already. */
export function Staying({ of: { needed, needing, retired }, alone = false }: { of: Order<Ordered>; alone?: boolean }) {
  const t = useText()
  const list = new Intl.ListFormat(t.language)
  const boxes = [...new Set(retired.flatMap(one => one.terminal?.displayName ?? []))]
  const names = list.format(namesOf(retired))
  return (
    <>
      {retired.length > 0 && <p>{t('deploy.retired', { count: retired.length, names, terminals: list.format(boxes) })}</p>}
      <Dependents of={needing} stays={alone ? undefined : needed} />
    </>
  )
}

/** The boxes of these rules that are not there, by name, each once. */
export const absentBoxes = (rules: readonly Pick<Rule, 'terminal'>[]): readonly string[] => [
  ...new Set(
    rules.flatMap(({ terminal }) => (terminal && !terminal.connected && !terminal.retired ? [terminal.displayName] : [])),
  ),
]
