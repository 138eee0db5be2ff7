import { Button } from '@mantine/core'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { IconBraces, IconCopyPlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { templateTitle } from '../../rules/index.ts'
import { useGo } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { calls, templatesChanged } from '../templates.queries.ts'

const RawWindow = lazyComponent<{ of: TemplateDetails; onClose: () => void }>(() => import('./RawTemplateDialog.tsx'), 'overlay')

/** Actions in the head of a template, each with its permission. Built-in templates can be copied, not changed. */
export function TemplateActions({ of, edit }: { of: TemplateDetails; edit: () => void }) {
  const sendRemove = useWrite(['templates', 'remove'], calls.remove)
  const t = useText()
  const may = useMay()
  const go = useGo()
  const [raw, showRaw] = useState(false)
  const mayEdit = of.editable && may('rulesTemplates.update')
  return (
    <>
      {raw && <RawWindow of={of} onClose={() => showRaw(false)} />}
      <Button variant="default" leftSection={<IconBraces size={16} aria-hidden />} onClick={() => showRaw(true)}>
        {t('template.raw')}
      </Button>
      {of.editable && may('rulesTemplates.delete') && (
        <DeleteAction
          name={templateTitle(of, t)}
          hint={t('template.deleteHint')}
          failed={t('template.deleteFailed')}
          done={t('template.deleted')}
          remove={() => data(sendRemove({ params: { id: of.id } }))}
          leave={to('/rules/template/')}
          onDeleted={() => templatesChanged(of.id)}
        />
      )}
      {may('rulesTemplates.create') && (
        <Button
          variant={mayEdit ? 'default' : 'filled'}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          onClick={() => go(to('/rules/template/create') + writeSearch({ like: of.id }))}
        >
          {t('template.like')}
        </Button>
      )}
      {mayEdit && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
