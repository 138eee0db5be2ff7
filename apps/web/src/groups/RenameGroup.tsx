import { type RuleGroup, groups } from '@steading/contract/entities/groups'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { RenameWindow } from '../ui/form/edit/RenameDialog.tsx'
import { calls } from './groups.queries.ts'

const schema = groups.edit.body.pick({ displayName: true })

/** Another name for a group. */
export function RenameGroup({ of, onClose }: { of: RuleGroup; onClose: () => void }) {
  const sendEdit = useWrite(['groups', 'edit'], calls.groups.edit)
  const sendSetRules = useWrite(['groups', 'setRules'], calls.groups.setRules)
  const t = useText()
  return (
    <RenameWindow
      of={of}
      schema={schema}
      onClose={onClose}
      list="rules"
      title={t('ruleGroup.rename')}
      what={t('rule.notSaved', { name: of.displayName })}
      rename={body => data(sendEdit({ params: { id: of.id }, body }))}
      // Nothing put in, nothing taken out: the answer is the group as it is now.
      fresh={() => data(sendSetRules({ params: { id: of.id }, body: { add: [], remove: [] } }))}
    />
  )
}
