import { ActionIcon } from '@mantine/core'
import type { Template } from '@steading/contract/templates'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { later } from '../../ui/later/later.tsx'

const TemplatePopup = later<{ of: Template; onClose: () => void }>(() => import('./TemplatePopup.tsx'), 'overlay')

/** What a template is for, in a window. */
export function TemplateInfo({ of }: { of: Template }) {
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
      {open && <TemplatePopup of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
