import { Button } from '@mantine/core'
import type { TemplateDetails } from '@steading/contract/templates'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { templateTitle } from '../rules/index.ts'
import { Window } from '../ui/overlay/Window.tsx'
import { useAct } from '../ui/overlay/useAct.ts'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { rawQuery } from './templates.queries.ts'
import './templates.css'

/** A template as it is written down, to be taken elsewhere. */
export default function RawWindow({ of, onClose }: { of: TemplateDetails; onClose: () => void }) {
  const t = useText()
  const { act } = useAct()
  const [copied, setCopied] = useState(false)
  const { data: raw, error, refetch } = useQuery(rawQuery(of.id))
  const text = raw && JSON.stringify(raw, null, 2)
  const name = t('template.raw')
  const copy = () =>
    act(async () => {
      await navigator.clipboard.writeText(text ?? '')
      setCopied(true)
    })
  return (
    <Window title={name} under={templateTitle(of, t)} size={720} closable onClose={onClose}>
      {text === undefined &&
        (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons />)}
      {text !== undefined && (
        // A region that scrolls must be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="template-raw" aria-label={name} tabIndex={0}>
          <pre>{text}</pre>
        </section>
      )}
      <div className="dialog-foot">
        <Button
          variant="default"
          disabled={text === undefined}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t(copied ? 'ui.copied' : 'ui.copy', { name: 'JSON' })}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Window>
  )
}
