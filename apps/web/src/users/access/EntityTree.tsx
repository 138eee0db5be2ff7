import type { UserDetails } from '@steading/contract/users/users'
import { IconSearch, IconSquare, IconSquareCheckFilled, IconSquareMinus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TypeIcon, wayOf } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { type Node, Tree } from '../../ui/tree/Tree.tsx'
import { type ParentOf, tickOf, toggled } from './access.ts'
import { partsQuery, useAccess } from './useAccess.ts'

const typingPause = 250
const boxes = { true: IconSquareCheckFilled, false: IconSquare, mixed: IconSquareMinus }

function Box({ checked }: { checked: boolean | 'mixed' }) {
  const Icon = boxes[`${checked}`]
  return <Icon size={18} stroke={1.6} className={checked === false ? 'part-box' : 'part-box on'} aria-hidden />
}

/** Row of the tree with a checkbox. */
const ticked = (
  { id, name, children }: Pick<Node, 'id' | 'name' | 'children'>,
  value: readonly string[],
  parentOf: ParentOf,
): Node => {
  const { checked, isInherited } = tickOf(id, value, parentOf)
  return { id, name, children, icon: <Box checked={checked} />, checked, disabled: isInherited }
}

/** Tree of a root entity with checkboxes, the chosen entities, and a search if the tree is large. */
export function PartsTree({
  root,
  of,
  value,
  onChange,
}: {
  root: { readonly id: string; readonly displayName: string }
  of: UserDetails | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const t = useText()
  const may = useMay()
  const { root: top, isHere, error, retry, parentOf, nameOf, ...tree } = useAccess(root.id, of?.userId)
  const [text, type] = useState('')
  const [asked, ask] = useState('')
  const [found, find] = useState<ReadonlyMap<string, string>>(
    new Map(of?.accessEntities.map(accessEntity => [accessEntity.id, accessEntity.displayName]) ?? []),
  )
  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const toggle = (id: string) => onChange(toggled(id, value, parentOf))
  if (!isHere) return error ? <Failed what={t('failed.list')} error={error} retry={retry} /> : <Skeletons rows={4} />
  if (!top || top.children === 0) return <p className="dim">{t('user.access.none')}</p>
  return (
    <div className="parts">
      <p className="dim">{t('user.access.hint')}</p>
      {value.length > 0 && (
        <ul className="parts-chosen">
          {value.map(id => {
            const name = found.get(id) ?? nameOf(id) ?? id
            return (
              <li key={id}>
                {name}
                <button type="button" onClick={() => onChange(value.filter(one => one !== id))}>
                  <IconX size={13} aria-hidden />
                  <span className="vh">{t('multi.remove', { name })}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="parts-box">
        {may('entities.read') && (
          <label className="parts-search">
            <IconSearch size={16} aria-hidden />
            <span className="vh">{t('entity.search')}</span>
            <input
              type="search"
              placeholder={t('entity.search')}
              value={text}
              onChange={event => type(event.currentTarget.value)}
              // Enter in the search must not submit the form.
              onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
            />
          </label>
        )}
        {asked === '' ? (
          <Tree
            label={t('user.access')}
            {...tree}
            tops={[{ id: top.id, name: top.name, children: top.children, icon: <TypeIcon type={top.type} />, disabled: true }]}
            current={undefined}
            nodeOf={one => ticked(one, value, parentOf)}
            onChoose={({ id }) => toggle(id)}
          />
        ) : (
          <Hits
            rootId={root.id}
            text={asked}
            value={value}
            toggle={(id, name) => {
              find(new Map(found).set(id, name))
              toggle(id)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Search results below the root, each with a checkbox. */
function Hits({
  rootId,
  text,
  value,
  toggle,
}: {
  rootId: string
  text: string
  value: readonly string[]
  toggle: (id: string, name: string) => void
}) {
  const t = useText()
  const { data: found, error, refetch } = useQuery(partsQuery(rootId, text))
  if (!found)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={3} />
  const { hits, total } = found
  if (hits.length === 0) return <p className="parts-none">{t('empty.search', { query: text })}</p>
  return (
    <>
      <ul className="parts-hits">
        {hits.map(({ id, displayName, name, above }) => (
          <li key={id}>
            <label>
              <input type="checkbox" className="vh" checked={value.includes(id)} onChange={() => toggle(id, displayName)} />
              <Box checked={value.includes(id)} />
              <span className="two">
                <span>{name}</span>
                <span>{wayOf(above)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {total > hits.length && <p className="parts-none">{t('tree.cutHits', { shown: hits.length, total })}</p>}
    </>
  )
}
