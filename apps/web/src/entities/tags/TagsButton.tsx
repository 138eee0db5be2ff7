import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities/entities'
import { IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'

const TagsDialog = lazyComponent(() => import('./TagsDialog.tsx'), 'overlay')

/** The way to the tags that were made at an entity, for those who may make, change or delete them. */
export function TagsButton({ entity }: { entity: Entity }) {
  const t = useText()
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may('entities.tags.read') || !may(['entities.tags.create', 'entities.tags.update', 'entities.tags.delete'])) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconTags size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('tag.manage')}
      </Button>
      {open && <TagsDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  )
}
