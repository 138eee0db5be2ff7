import { ActionIcon, Button } from '@mantine/core'
import { ENTITY_TYPES, type Entity, childTypesOf } from '@steading/contract/entities'
import { IconPencil, IconPlus, IconTransfer, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { data } from '../platform/api.ts'
import { writeSearch } from '../platform/search.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { useGo } from '../ui/Link.tsx'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls } from './entities.queries.ts'
import { entitiesChanged } from './pages.queries.ts'

const Transfer = later(() => import('./Transfer.tsx'), 'overlay')

/** What can be done to an entity from its head, each with its permission. */
export function EntityActions({ of, edit }: { of: Entity; edit: () => void }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { busy, act } = useAct(t('entity.deleteFailed'))
  const [moving, move] = useState(false)
  const mayMove = ENTITY_TYPES[of.type].targets.length > 0 && of.parent !== null && may('entities.transfer')
  const remove = async () => {
    const isSure = await confirm({
      title: t('confirm.delete', { name: of.name }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await act(async () => {
      await data(calls.remove({ params: { id: of.id } }))
      toast(t('entity.deleted'), of.displayName)
      go(of.parent ? to('/system/entities/{entityid}/details', { entityid: of.parent.id }) : to('/system/entities'))
      await entitiesChanged(of.id)
    })
  }
  return (
    <>
      {of.parent && may('entities.delete') && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('ui.delete')}
          title={t('ui.delete')}
          data-busy={busy || undefined}
          onClick={() => void remove()}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {mayMove && (
        <Button variant="default" leftSection={<IconTransfer size={16} aria-hidden />} onClick={() => move(true)}>
          {t('entity.transfer')}
        </Button>
      )}
      {childTypesOf(of.type).length > 0 && may('entities.create') && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => go(to('/system/entities/create') + writeSearch({ parentId: of.id }))}
        >
          {t('entity.newBelow')}
        </Button>
      )}
      {may('entities.update') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      {moving && <Transfer of={of} onClose={() => move(false)} />}
    </>
  )
}
