import { Button } from '@mantine/core'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { templateTitle } from '../../rules/index.ts'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { rawQuery } from '../templates.queries.ts'
import '../templates.css'

/** JSON of a template, to copy it to another platform. */
export default function RawWindow({ of, onClose }: { of: TemplateDetails; onClose: () => void }) {
  const t = useText()
  const { run } = useAsyncAction()
  const [copied, setCopied] = useState(false)
  const { data: raw, error, refetch } = useQuery(rawQuery(of.id))
  const text = raw && JSON.stringify(raw, null, 2)
  const name = t('template.raw')
  const copy = () =>
    run(async () => {
      await navigator.clipboard.writeText(text ?? '')
      setCopied(true)
    })
  return (
    <Modal title={name} under={templateTitle(of, t)} size={720} closable onClose={onClose}>
      {text === undefined &&
        (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons />)}
      {text !== undefined && (
        // A scrollable region must be reachable by keyboard.
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
    </Modal>
  )
}
