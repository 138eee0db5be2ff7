import type { RuleDetails } from '@steading/contract/rules'
import { useText } from '../../platform/texts.tsx'
import { Theirs } from '../../ui/form/Theirs.tsx'
import type { Entered } from './entered.ts'
import type { Filling } from './RuleTabs.tsx'
import { theirsIn } from './theirs.ts'

/** What somebody else saved of a rule while one was typing. */
export function TheirRule({
  seen,
  theirs,
  of,
  filling,
}: {
  seen: RuleDetails
  theirs: RuleDetails
  of: Entered
  filling: Filling
}) {
  const t = useText()
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={theirsIn(seen, theirs, t).map(({ into, ...entry }) => ({ ...entry, take: () => filling.put(into(of)) }))}
    />
  )
}
