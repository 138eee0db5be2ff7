import { ActionIcon } from '@mantine/core'
import type { Template } from '@steading/contract/rules/templates'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

const TemplatePopup = lazyComponent<{ template: Template; onClose: () => void }>(() => import('./TemplatePopup.tsx'), 'overlay')

/** What a template is for, in a window. */
export function TemplateInfo({ template }: { template: Template }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('rule.templateInfo')}
        title={t('rule.templateInfo')}
        onClick={() => setOpen(true)}
      >
        <IconInfoCircle size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      {open && <TemplatePopup template={template} onClose={() => setOpen(false)} />}
    </>
  )
}
