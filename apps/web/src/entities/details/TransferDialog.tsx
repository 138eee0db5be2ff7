import { type Entity, type EntityType, mayMoveBelow } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { askedFirst } from '../../ui/overlay/askedFirst.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { calls } from '../entities.queries.ts'
import { entitiesChanged, withinQuery } from '../pages.queries.ts'
import EntityTree, { type TreeSelection } from '../tree/EntityTree.tsx'
import { countWords, listed } from '../words.tsx'
import { useWrite } from '../../platform/api/useWrite.ts'

/** Moves an entity, with all below it, to another place of those where it may stand. */
export default function TransferDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const sendTransfer = useWrite(['entities', 'transfer'], calls.transfer)
  const t = useText()
  const { busy, run } = useAsyncAction(t('entity.transferFailed'))
  const [target, choose] = useState<TreeSelection>()
  const { data: counts } = useQuery(withinQuery(entity.id, entity.type))
  const { id, type, parent } = entity
  const isDisabled = useCallback(
    (place: { id: string; type: EntityType }) => place.id === id || place.id === parent?.id || !mayMoveBelow(type, place.type),
    [id, type, parent],
  )
  const move = async () => {
    if (!target) return
    let moved = false
    const done = await run(async () => {
      const send = (isConfirmed: boolean) =>
        sendTransfer({
          params: { id },
          query: { confirm: isConfirmed },
          body: { parentId: target.id, version: entity.version },
        })
      moved = (await askedFirst(send, t)) !== undefined
      if (moved) await entitiesChanged()
    })
    if (!done || !moved) return
    toast(t('entity.moved'), `${entity.name} › ${target.name}`)
    onClose()
  }
  const movedCounts = counts?.filter(count => count.count > 0).map(count => t(countWords[count.type], { count: count.count }))
  return (
    <Modal title={t('entity.transferOf', { name: entity.name })} size={560} stays onClose={onClose}>
      <form
        className="stack transfer"
        onSubmit={event => {
          event.preventDefault()
          void move()
        }}
      >
        <p>{t('entity.transferHint', { place: parent?.displayName ?? '' })}</p>
        <div className="transfer-tree">
          <EntityTree current={target?.id ?? parent?.id} onChoose={choose} isDisabled={isDisabled} field />
        </div>
        {movedCounts && (
          <p>{movedCounts.length > 0 ? t('entity.comesAlong', { what: listed(movedCounts, t) }) : t('entity.comesAlone')}</p>
        )}
        <output className="transfer-target">
          {target && (
            <>
              {t('entity.transferTo')}: <b>{target.name}</b>
            </>
          )}
        </output>
        <ModalFoot word={t('entity.transfer')} busy={busy} disabled={!target} onClose={onClose} />
      </form>
    </Modal>
  )
}
