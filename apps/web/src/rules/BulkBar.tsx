import { Button } from '@mantine/core'
import type { Rule } from '@steading/contract/rules'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { SelectionBar } from '../ui/list/SelectionBar.tsx'
import { Progress } from '../ui/state/Progress.tsx'
import { useDuplicate } from './useDuplicate.ts'
import type { useDeployment } from './useDeployment.tsx'
import './rules.css'

const Rename = later<{ of: Rule; onClose: () => void }>(() => import('./Rename.tsx'), 'overlay')

/** What can be done with the chosen rules at once, and how it went. */
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
  const [one, ...more] = chosen
  if (chosen.length === 0 && refused === 0 && !progress) return null
  const close = () => {
    clear()
    forget()
  }
  const give = async (wanted: boolean) => {
    if (await order(chosen, wanted)) close()
  }
  const own = chosen.filter(of => !of.isSystemRule)
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
              <Button size="xs" disabled={none} data-busy={busy || undefined} onClick={() => void give(true)}>
                {t('deploy.action')}
              </Button>
              <Button size="xs" variant="default" disabled={none} data-busy={busy || undefined} onClick={() => void give(false)}>
                {t('deploy.undo')}
              </Button>
            </>
          )}
          {may('rules.update') && one && more.length === 0 && !one.isSystemRule && (
            <Button size="xs" variant="default" onClick={() => rename(one)}>
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
      {renaming && <Rename of={renaming} onClose={() => rename(undefined)} />}
    </SelectionBar>
  )
}
