import { IconChevronRight, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { found } from '../ui/shell/targets.ts'
import { type Place, treeRows, wayTo } from './tree.ts'
import './entities.css'

/** Up to this many places the whole tree is open at first. */
const openAll = 60
const mostHits = 50

/** The tree of entities to choose from, with a search over all of them. What is chosen is an address. */
export default function EntityTree({
  places,
  current,
  href,
  close,
}: {
  places: readonly Place[]
  current: string | undefined
  href: (id: string) => string
  close: () => void
}) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [text, type] = useState('')
  const [turned, turn] = useState<ReadonlySet<string>>(new Set())
  const way = useMemo(() => new Set(wayTo(places, current).map(one => one.id)), [places, current])
  const isOpen = (id: string) => (places.length <= openAll || way.has(id)) !== turned.has(id)
  const rows = text === '' ? treeRows(places, isOpen) : []
  const hits =
    text === ''
      ? []
      : found(
          places.map(place => ({ ...place, place: nameOf(wayTo(places, place.parentId ?? undefined)) })),
          text,
        ).slice(0, mostHits)
  const toggle = (id: string) => {
    const next = new Set(turned)
    if (!next.delete(id)) next.add(id)
    turn(next)
  }
  return (
    <div className="places">
      <div className="places-head">
        <label className="places-field">
          <IconSearch size={16} aria-hidden />
          <span className="vh">{t('entity.search')}</span>
          <input
            ref={field}
            type="search"
            placeholder={t('entity.search')}
            value={text}
            onChange={event => type(event.currentTarget.value)}
          />
        </label>
        <button type="button" className="places-close" onClick={close}>
          <IconX size={18} aria-hidden />
          <span className="vh">{t('ui.close')}</span>
        </button>
      </div>
      {text !== '' && hits.length === 0 && <p className="places-none">{t('empty.search', { query: text })}</p>}
      <ul>
        {hits.map(({ id, name, place }) => (
          <li key={id}>
            <Link className="place" href={href(id)} onClick={close} aria-current={id === current ? 'true' : undefined}>
              <span>{name}</span>
              {place && <span className="dim">{place}</span>}
            </Link>
          </li>
        ))}
        {rows.map(({ place: { id, name }, depth, children }) => (
          <li key={id} className={`depth-${Math.min(depth, 7)}`}>
            {children > 0 ? (
              <button type="button" className="place-turn" aria-expanded={isOpen(id)} onClick={() => toggle(id)}>
                <IconChevronRight size={15} aria-hidden />
                <span className="vh">{name}</span>
              </button>
            ) : (
              <span className="place-turn" />
            )}
            <Link className="place" href={href(id)} onClick={close} aria-current={id === current ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = (way: readonly Place[]) => way.map(one => one.name).join(' › ')
