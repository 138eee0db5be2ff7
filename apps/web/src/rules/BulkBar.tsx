import { Button } from '@mantine/core'
import type { Rule } from '@steading/contract/rules'
import { IconX } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import type { useDeployment } from './useDeployment.ts'
import './rules.css'

/** What can be done with the chosen rules at once, and how it went. */
export function BulkBar({
  chosen,
  clear,
  deployment: { order, busy, results, forget },
}: {
  chosen: readonly Rule[]
  clear: () => void
  deployment: ReturnType<typeof useDeployment>
}) {
  const t = useText()
  const refused = [...results.values()].filter(code => code !== null).length
  if (chosen.length === 0 && refused === 0) return null
  const close = () => {
    clear()
    forget()
  }
  const give = async (wanted: boolean) => {
    if (await order(chosen, wanted)) close()
  }
  return (
    <section className="bulk" aria-label={t('list.selection')}>
      <output>
        <b>{t('ui.selected', { count: chosen.length })}</b>
        {refused > 0 && <span className="rule-refused"> {t('ui.progressDone', { done: results.size - refused, refused })}</span>}
      </output>
      <div className="bulk-actions">
        <Button size="xs" disabled={chosen.length === 0} data-busy={busy || undefined} onClick={() => void give(true)}>
          {t('deploy.action')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={chosen.length === 0}
          data-busy={busy || undefined}
          onClick={() => void give(false)}
        >
          {t('deploy.undo')}
        </Button>
        <button type="button" className="bulk-x" onClick={close}>
          <IconX size={16} aria-hidden />
          <span className="vh">{t('ui.clear')}</span>
        </button>
      </div>
    </section>
  )
}
