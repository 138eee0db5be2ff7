import { type Rule, rules } from '@steading/contract/rules/rules'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { RenameWindow } from '../../ui/form/edit/RenameDialog.tsx'
import { calls, ruleQuery } from '../rules.queries.ts'

const schema = rules.rename.body.pick({ displayName: true })

/** Renames a rule. The running version does not change. */
export default function RenameRule({
  rule,
  onClose,
}: {
  rule: Pick<Rule, 'id' | 'displayName' | 'version'>
  onClose: () => void
}) {
  const sendRename = useWrite(['rules', 'rename'], calls.rules.rename)
  const t = useText()
  return (
    <RenameWindow
      of={rule}
      schema={schema}
      onClose={onClose}
      list="rules"
      title={t('rule.rename')}
      what={t('rule.notSaved', { name: rule.displayName })}
      rename={body => data(sendRename({ body: { id: rule.id, ...body } }))}
      fresh={() => queryClient.fetchQuery({ ...ruleQuery(rule.id), staleTime: 0 })}
    />
  )
}
