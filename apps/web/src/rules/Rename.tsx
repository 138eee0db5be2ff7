import { type Rule, rules } from '@steading/contract/rules'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { RenameWindow } from '../ui/form/RenameWindow.tsx'
import { calls, ruleQuery } from './rules.queries.ts'

const schema = rules.rename.body.pick({ displayName: true })

/** Another name for a rule; what runs stays. */
export default function Rename({ of, onClose }: { of: Pick<Rule, 'id' | 'displayName' | 'version'>; onClose: () => void }) {
  const t = useText()
  return (
    <RenameWindow
      {...{ of, schema, onClose, list: 'rules', title: t('rule.rename') }}
      what={t('rule.notSaved', { name: of.displayName })}
      rename={body => data(calls.rules.rename({ body: { id: of.id, ...body } }))}
      fresh={() => queryClient.fetchQuery({ ...ruleQuery(of.id), staleTime: 0 })}
    />
  )
}
