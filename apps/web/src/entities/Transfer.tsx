import { type Entity, type EntityType, mayMoveBelow } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { askedFirst } from '../ui/overlay/askedFirst.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { calls } from './entities.queries.ts'
import { entitiesChanged, withinQuery } from './pages.queries.ts'
import EntityTree, { type Chosen } from './EntityTree.tsx'
import { countWords, listed } from './words.tsx'

/** Moves an entity, with all below it, to another place of those where it may stand. */
export default function Transfer({ of, onClose }: { of: Entity; onClose: () => void }) {
  const t = useText()
  const { busy, act } = useAct(t('entity.transferFailed'))
  const [target, choose] = useState<Chosen>()
  const { data: counts } = useQuery(withinQuery(of.id, of.type))
  const { id, type, parent } = of
  const isDisabled = useCallback(
    (place: { id: string; type: EntityType }) => place.id === id || place.id === parent?.id || !mayMoveBelow(type, place.type),
    [id, type, parent],
  )
  const move = async () => {
    if (!target) return
    let moved = false
    const done = await act(async () => {
      const send = (isConfirmed: boolean) =>
        calls.transfer({
          params: { id },
          query: { confirm: isConfirmed },
          body: { parentId: target.id, version: of.version },
        })
      moved = (await askedFirst(send, t)) !== undefined
      if (moved) await entitiesChanged()
    })
    if (!done || !moved) return
    toast(t('entity.moved'), `${of.name} › ${target.name}`)
    onClose()
  }
  const along = counts?.filter(one => one.count > 0).map(one => t(countWords[one.type], { count: one.count }))
  return (
    <Window title={t('entity.transferOf', { name: of.name })} size={560} stays onClose={onClose}>
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
        {along && <p>{along.length > 0 ? t('entity.comesAlong', { what: listed(along, t) }) : t('entity.comesAlone')}</p>}
        <output className="transfer-target">
          {target && (
            <>
              {t('entity.transferTo')}: <b>{target.name}</b>
            </>
          )}
        </output>
        <WindowFoot word={t('entity.transfer')} busy={busy} disabled={!target} onClose={onClose} />
      </form>
    </Window>
  )
}
