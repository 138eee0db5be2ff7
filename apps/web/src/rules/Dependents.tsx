import type { Conflict, Dependent, Leaving, Rule } from '@steading/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { conflictsQuery, leavingQuery } from './rules.queries.ts'
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
  /** Others in service drive their devices. */
  readonly barred: readonly R[]
  readonly conflicts: readonly Conflict[]
}

type Ordered = Pick<Rule, 'id' | 'displayName' | 'deploymentStatus' | 'terminal' | 'sector' | 'rootEntity'>

const namesOf = (rules: readonly Ordered[]) => rules.map(placed)

const nobody: Needing = { dependents: [], unseen: 0 }

export async function whoGoes<R extends Ordered>(rules: readonly R[], wanted: boolean): Promise<Order<R>> {
  if (wanted) {
    const [retired = [], ready = []] = [true, false].map(is => rules.filter(one => (one.terminal?.retired === true) === is))
    const conflicts = ready.length > 0 ? await queryClient.fetchQuery(conflictsQuery(ready.map(one => one.id))) : []
    const inConflict = new Set(conflicts.map(one => one.id))
    const [barred = [], goes = []] = [true, false].map(is => ready.filter(one => inConflict.has(one.id) === is))
    return { goes, needed: [], needing: nobody, retired, barred, conflicts }
  }
  const ids = rules.filter(one => one.deploymentStatus !== 'UNDEPLOYED').map(one => one.id)
  const none = { retired: [], barred: [], conflicts: [] }
  if (ids.length === 0) return { goes: rules, needed: [], needing: nobody, ...none }
  const needing = await queryClient.fetchQuery(leavingQuery(ids))
  const stays = new Set(needing.stays)
  const [needed = [], goes = []] = [true, false].map(is => rules.filter(one => stays.has(one.id) === is))
  return { goes, needed, needing, ...none }
}

/** What the server would say to those that stay as they are. */
export const refusedAhead = ({ needed, retired, barred }: Order<Ordered>): Results =>
  new Map([
    ...needed.map(one => [one.id, 'CANNOT_UNDEPLOY_RULE_WITH_DEPENDENCIES'] as const),
    ...retired.map(one => [one.id, 'RULE_TERMINAL_RETIRED'] as const),
    ...barred.map(one => [one.id, 'RULE_OUTPUT_IN_USE'] as const),
  ])

/** Those that stay as they are, and why. `alone`: there is but one, and its name is said already. */
export function Staying({
  of: { needed, needing, retired, barred, conflicts },
  alone = false,
}: {
  of: Order<Ordered>
  alone?: boolean
}) {
  const t = useText()
  const list = new Intl.ListFormat(t.language)
  const boxes = [...new Set(retired.flatMap(one => one.terminal?.displayName ?? []))]
  const names = list.format(namesOf(retired))
  return (
    <>
      {retired.length > 0 && <p>{t('deploy.retired', { count: retired.length, names, terminals: list.format(boxes) })}</p>}
      {barred.length > 0 && <Rivals names={list.format(namesOf(barred))} count={barred.length} conflicts={conflicts} />}
      <Dependents of={needing} stays={alone ? undefined : needed} />
    </>
  )
}

/** Rules in service that drive the devices of others which cannot enter, each with the way to it. */
function Rivals({ names, count, conflicts }: { names: string; count: number; conflicts: readonly Conflict[] }) {
  const t = useText()
  const rivals = new Map(conflicts.flatMap(one => (one.with ? [[one.with.id, one.with] as const] : [])))
  return (
    <div className="rule-dependents">
      {t('deploy.barredBy', { count, names })}
      <ul className="asked-list">
        {[...rivals.values()].map((one: Dependent) => (
          <li key={one.id}>
            <a href={ruleHref(one)}>{placedName(one)}</a>
          </li>
        ))}
        {conflicts.some(one => one.with === null) && (
          <li>{t('deploy.neededUnseen', { count: conflicts.filter(one => one.with === null).length })}</li>
        )}
      </ul>
    </div>
  )
}

/** The boxes of these rules that are not there, by name, each once. */
export const absentBoxes = (rules: readonly Pick<Rule, 'terminal'>[]): readonly string[] => [
  ...new Set(
    rules.flatMap(({ terminal }) => (terminal && !terminal.connected && !terminal.retired ? [terminal.displayName] : [])),
  ),
]
