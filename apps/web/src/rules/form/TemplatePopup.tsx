import { Button } from '@mantine/core'
import type { Template } from '@steading/contract/templates'
import { engineWords } from '@steading/locales/templates'
import { useText } from '../../platform/texts.tsx'
import { Window } from '../../ui/overlay/Window.tsx'
import { templateDescription, templateTitle } from './templateWords.ts'

/** So many characters have room in half the width. */
const long = 100

export default function TemplatePopup({ of, onClose }: { of: Template; onClose: () => void }) {
  const t = useText()
  const words = templateDescription(of, t)
  return (
    <Window
      title={templateTitle(of, t)}
      under={t(engineWords[of.category.id])}
      size={words.length > long ? '75%' : '50%'}
      onClose={onClose}
    >
      <p className="dialog-text">{words || t('form.none')}</p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Window>
  )
}
