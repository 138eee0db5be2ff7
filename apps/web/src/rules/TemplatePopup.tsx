import { Button } from '@mantine/core'
import type { Template } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import { useText } from '../platform/texts.tsx'
import { Modal } from '../ui/overlay/Modal.tsx'
import { templateDescription, templateTitle } from './templateWords.ts'

/** Number of characters that fit in half the width. */
const longText = 100

export default function TemplatePopup({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useText()
  const words = templateDescription(template, t)
  return (
    <Modal
      title={templateTitle(template, t)}
      under={t(engineWords[template.category.id])}
      size={words.length > longText ? '75%' : '50%'}
      onClose={onClose}
    >
      <p className="dialog-text">{words || t('form.none')}</p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Modal>
  )
}
