import { ActionIcon } from '@mantine/core'
import type { Rule } from '@steading/contract/rules'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { refusalWords } from '../rules/index.ts'
import { LongList } from '../ui/page/LongList.tsx'
import { Progress } from '../ui/state/Progress.tsx'
import type { Run } from './useOrders.ts'

/** How far an order to a whole group has come, and what became of each rule, those that were refused first. */
export function RunShown({ of: { name, wanted, rules, progress, results, going }, close }: { of: Run; close: () => void }) {
  const t = useText()
  const told = rules.flatMap(rule => {
    const code = results.get(rule.id)
    return code === undefined ? [] : [{ rule, code }]
  })
  const items = told
    .toSorted((a, b) => Number(a.code === null) - Number(b.code === null))
    .map(({ rule, code }) => ({ key: rule.id, content: <Result rule={rule} code={code} /> }))
  return (
    <section className="group-run" aria-label={t('ruleGroup.result')}>
      <div className="group-run-head">
        <Progress name={t(wanted ? 'ruleGroup.deploying' : 'ruleGroup.undeploying', { name })} {...progress} />
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

function Result({ rule, code }: { rule: Rule; code: string | null }) {
  const t = useText()
  return (
    <span className={code === null ? 'group-result' : 'group-result bad'}>
      {code === null ? <IconCheck size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />}
      <span>
        <b>{rule.displayName}</b> <span className="dim">{(rule.sector ?? rule.rootEntity).displayName}</span>
      </span>
      <span>{code === null ? t('ruleGroup.ordered') : refusalWords(code, t)}</span>
    </span>
  )
}
