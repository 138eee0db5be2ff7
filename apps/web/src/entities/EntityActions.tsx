import { Button } from '@mantine/core'
import { ENTITY_TYPES, type Entity, childTypesOf } from '@steading/contract/entities'
import { IconPencil, IconPlus, IconTransfer } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { writeSearch } from '../platform/search.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'
import { useGo } from '../ui/Link.tsx'
import { askedFirst } from '../ui/overlay/askedFirst.ts'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { calls } from './entities.queries.ts'
import { entitiesChanged } from './pages.queries.ts'

const Transfer = later(() => import('./Transfer.tsx'), 'overlay')

/** What can be done to an entity from its head, each with its permission. */
export function EntityActions({ of, edit }: { of: Entity; edit: () => void }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const [moving, move] = useState(false)
  const mayMove = ENTITY_TYPES[of.type].targets.length > 0 && of.parent !== null && may('entities.transfer')
  return (
    <>
      {of.parent && may('entities.delete') && (
        <DeleteAction
          name={of.name}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={async () =>
            (await askedFirst(isConfirmed => calls.remove({ params: { id: of.id }, query: { confirm: isConfirmed } }), t)) ??
            false
          }
          leave={to('/system/entities/{entityid}/details', { entityid: of.parent.id })}
          gone={() => entitiesChanged(of.id)}
        />
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
