import { type RuleGroup, groups } from '@steading/contract/groups'
import { data } from '../platform/api.ts'
import { useText } from '../platform/texts.tsx'
import { RenameWindow } from '../ui/form/RenameWindow.tsx'
import { calls } from './groups.queries.ts'

const schema = groups.edit.body.pick({ displayName: true })

/** Another name for a group. */
export function RenameGroup({ of, onClose }: { of: RuleGroup; onClose: () => void }) {
  const t = useText()
  return (
    <RenameWindow
      {...{ of, schema, onClose, list: 'rules', title: t('ruleGroup.rename') }}
      what={t('rule.notSaved', { name: of.displayName })}
      rename={body => data(calls.groups.edit({ params: { id: of.id }, body }))}
      // Nothing put in, nothing taken out: the answer is the group as it is now.
      fresh={() => data(calls.groups.setRules({ params: { id: of.id }, body: { add: [], remove: [] } }))}
    />
  )
}
