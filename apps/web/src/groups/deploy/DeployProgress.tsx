import { ActionIcon } from '@mantine/core'
import type { DeploymentStatus, Rule } from '@steading/contract/rules/rules'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { DeploymentPill, placeOf, refusalWords } from '../../rules/index.ts'
import { LongList } from '../../ui/page/LongList.tsx'
import { Progress } from '../../ui/state/Progress.tsx'
import { standingQuery } from '../groups.queries.ts'
import { toDeployMessage } from './deployResults.ts'
import { type Run, runWords } from './useGroupDeploy.tsx'

/** How far an order to a whole group has come, and what became of each rule, those that were refused first. */
export function RunShown({ of: run, close }: { of: Run; close: () => void }) {
  const t = useText()
  const { groupId, progress, going, statuses } = run
  // What was begun goes on by itself: as the rules stand now.
  const { data: now } = useQuery({ ...standingQuery(groupId), enabled: !going })
  const items = toDeployMessage({ ...run, statuses: new Map([...statuses, ...(now ?? [])]) }).map(
    ({ rule, refused, status }) => ({
      key: rule.id,
      content: <DeployResult rule={rule} refused={refused} status={status} />,
    }),
  )
  return (
    <section className="group-run" aria-label={t('ruleGroup.result')}>
      <div className="group-run-head">
        <Progress name={runWords(run, t)} {...progress} />
        {!going && (
          <ActionIcon variant="subtle" size={36} aria-label={t('ui.close')} title={t('ui.close')} onClick={close}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {items.length > 0 && <LongList items={items} />}
    </section>
  )
}

function DeployResult({ rule, refused, status }: { rule: Rule; refused: string | null; status: DeploymentStatus }) {
  const t = useText()
  return (
    <span className="group-result">
      <span>
        <b>{rule.displayName}</b> <span className="dim">{placeOf(rule)}</span>
      </span>
      {refused === null ? (
        <DeploymentPill status={status} />
      ) : (
        <span className="group-refused">
          <IconAlertTriangle size={15} aria-hidden />
          {refusalWords(refused, t)}
        </span>
      )}
    </span>
  )
}
