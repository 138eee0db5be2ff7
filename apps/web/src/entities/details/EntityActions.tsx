import { Button } from '@mantine/core'
import { ENTITY_TYPES, type Entity, childTypesOf } from '@steading/contract/entities/entities'
import { IconPencil, IconPlus, IconTransfer } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { useGo } from '../../ui/Link.tsx'
import { askedFirst } from '../../ui/overlay/askedFirst.ts'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { calls } from '../entities.queries.ts'
import { entitiesChanged } from '../pages.queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'

const Transfer = lazyComponent(() => import('./TransferDialog.tsx'), 'overlay')

/** What can be done to an entity from its head, each with its permission. */
export function EntityActions({ entity, edit }: { entity: Entity; edit: () => void }) {
  const sendRemove = useWrite(['entities', 'remove'], calls.remove)
  const t = useText()
  const go = useGo()
  const may = useMay()
  const [moving, move] = useState(false)
  const mayMove = ENTITY_TYPES[entity.type].targets.length > 0 && entity.parent !== null && may('entities.transfer')
  return (
    <>
      {entity.parent && may('entities.delete') && (
        <DeleteAction
          name={entity.name}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={async () =>
            (await askedFirst(isConfirmed => sendRemove({ params: { id: entity.id }, query: { confirm: isConfirmed } }), t)) ??
            false
          }
          leave={to('/system/entities/{entityid}/details', { entityid: entity.parent.id })}
          onDeleted={() => entitiesChanged(entity.id)}
        />
      )}
      {mayMove && (
        <Button variant="default" leftSection={<IconTransfer size={16} aria-hidden />} onClick={() => move(true)}>
          {t('entity.transfer')}
        </Button>
      )}
      {childTypesOf(entity.type).length > 0 && may('entities.create') && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => go(to('/system/entities/create') + writeSearch({ parentId: entity.id }))}
        >
          {t('entity.newBelow')}
        </Button>
      )}
      {may('entities.update') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      {moving && <Transfer entity={entity} onClose={() => move(false)} />}
    </>
  )
}
