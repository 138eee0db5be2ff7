import { Button } from '@mantine/core'
import type { Rule } from '@steading/contract/rules/rules'
import { useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { SelectionBar } from '../../ui/list/table/SelectionBar.tsx'
import { Progress } from '../../ui/state/Progress.tsx'
import { useDuplicate } from './useDuplicate.ts'
import type { useDeployment } from '../deploy/useDeployment.tsx'
import '../rules.css'

const RenameRule = lazyComponent<{ rule: Rule; onClose: () => void }>(() => import('./RenameRule.tsx'), 'overlay')

/** Bulk actions for the selected rules, with their progress and refusals. */
export function BulkBar({
  chosen,
  clear,
  inService,
  deployment: { order, busy, results, progress, forget },
}: {
  chosen: readonly Rule[]
  clear: () => void
  /** Whether something may be put to work here at all. */
  inService: boolean
  deployment: ReturnType<typeof useDeployment>
}) {
  const t = useText()
  const may = useMay()
  const copying = useDuplicate()
  const [renaming, rename] = useState<Rule>()
  const refused = [...results.values()].filter(code => code !== null).length
  const [rule, ...more] = chosen
  if (chosen.length === 0 && refused === 0 && !progress) return null
  const close = () => {
    clear()
    forget()
  }
  const orderAndClose = async (desired: boolean) => {
    if (await order(chosen, desired)) close()
  }
  const own = chosen.filter(otherRule => !otherRule.isSystemRule)
  const none = chosen.length === 0
  return (
    <SelectionBar
      count={chosen.length}
      note={
        refused > 0 && <span className="rule-refused">{t('ui.progressDone', { done: results.size - refused, refused })}</span>
      }
      clear={close}
      actions={
        <>
          {may('rules.update') && inService && (
            <>
              <Button size="xs" disabled={none} data-busy={busy || undefined} onClick={() => void orderAndClose(true)}>
                {t('deploy.action')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={none}
                data-busy={busy || undefined}
                onClick={() => void orderAndClose(false)}
              >
                {t('deploy.undo')}
              </Button>
            </>
          )}
          {may('rules.update') && rule && more.length === 0 && !rule.isSystemRule && (
            <Button size="xs" variant="default" onClick={() => rename(rule)}>
              {t('rule.rename')}
            </Button>
          )}
          {may('rules.create') && (
            <Button
              size="xs"
              variant="default"
              disabled={own.length === 0}
              data-busy={copying.busy || undefined}
              onClick={() => void copying.duplicate(own).then(done => done && close())}
            >
              {t('ui.duplicate')}
            </Button>
          )}
        </>
      }
    >
      {progress && (
        <div className="rule-orders">
          <Progress name={t('deploy.progress')} {...progress} />
        </div>
      )}
      {renaming && <RenameRule rule={renaming} onClose={() => rename(undefined)} />}
    </SelectionBar>
  )
}
