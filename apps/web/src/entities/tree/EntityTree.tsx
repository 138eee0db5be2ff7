import type { EntityType } from '@steading/contract/entities/entities'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { Tree } from '../../ui/tree/Tree.tsx'
import { foundQuery } from '../entities.queries.ts'
import { useTree } from './useTree.ts'
import { TypeIcon, wayOf } from '../words.tsx'
import '../entities.css'

export interface TreeSelection {
  readonly id: string
  readonly name: string
}

interface Way {
  readonly current: string | undefined
  readonly href?: ((id: string) => string) | undefined
  readonly onFollow?: (() => void) | undefined
  readonly onChoose?: ((chosen: TreeSelection) => void) | undefined
  readonly isDisabled?: ((item: { id: string; type: EntityType }) => boolean) | undefined
}

const typingPause = 200

/**
 * The tree of entities with a search over all of them. Each is an address, or is chosen; `isDisabled` leaves out those that
 * cannot be.
 */
export default function EntityTree({
  current,
  href,
  onFollow,
  onChoose,
  isDisabled,
  field = false,
  aside,
}: Way & {
  /** The focus is in the search field at first. */
  field?: boolean
  /** Beside the search field. */
  aside?: ReactNode
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Its place on the page may not be known yet: what one came from stays in sight.
    if (field) input.current?.focus({ preventScroll: true })
  }, [field])
  const [text, type] = useState('')
  const { tops, error, retry, ...forest } = useTree(current, isDisabled)
  const down = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('.hit, [role=treeitem][tabindex="0"]')?.focus()
  }
  return (
    <div ref={box} className="places">
      <div className="places-head">
        <label className="places-field">
          <IconSearch size={16} aria-hidden />
          <span className="vh">{t('entity.search')}</span>
          <input
            ref={input}
            type="search"
            placeholder={t('entity.search')}
            value={text}
            onChange={event => type(event.currentTarget.value)}
            onKeyDown={down}
          />
        </label>
        {aside}
      </div>
      {text.trim() === '' ? (
        tops?.length === 0 ? (
          <p className="places-none">{t('tree.nothing')}</p>
        ) : tops ? (
          <Tree
            label={t('entity.many')}
            tops={tops}
            current={current}
            href={href}
            onFollow={onFollow}
            onChoose={onChoose}
            {...forest}
          />
        ) : error ? (
          <Failed what={t('failed.list')} error={error} retry={retry} />
        ) : (
          <Skeletons rows={6} />
        )
      ) : (
        <SearchHits
          text={text.trim()}
          current={current}
          href={href}
          onFollow={onFollow}
          onChoose={onChoose}
          isDisabled={isDisabled}
        />
      )}
    </div>
  )
}

/** What the server finds, each with the way to it. Arrow keys go from one to the next. */
function SearchHits({ text, current, href, onFollow, onChoose, isDisabled }: Way & { text: string }) {
  const t = useText()
  const [asked, ask] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => ask(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const { data: found, error, refetch } = useQuery(foundQuery(asked))
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.hit:not(:disabled)')]
    const at = all.indexOf(document.activeElement as HTMLElement) // safe: only compared
    all[(at + step + all.length) % all.length]?.focus()
    event.preventDefault()
  }
  if (!found)
    return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={4} />
  const { content, totalElements } = found
  return (
    <>
      <output className="vh">{t('tree.hits', { count: totalElements })}</output>
      {content.length === 0 && <p className="places-none">{t('empty.search', { query: text })}</p>}
      {/* The keys are those of the links in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="hits" onKeyDown={move}>
        {content.map(({ id, name, type, above }) => {
          const inside = (
            <>
              <TypeIcon type={type} />
              <span className="two">
                <span>{name}</span>
                <span>{wayOf(above)}</span>
              </span>
            </>
          )
          return (
            <li key={id}>
              {href ? (
                <Link className="hit" href={href(id)} onClick={onFollow} aria-current={id === current ? 'true' : undefined}>
                  {inside}
                </Link>
              ) : (
                <button
                  type="button"
                  className="hit"
                  disabled={isDisabled?.({ id, type })}
                  aria-pressed={id === current}
                  onClick={() => onChoose?.({ id, name })}
                >
                  {inside}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {totalElements > content.length && (
        <p className="places-none">{t('tree.cutHits', { shown: content.length, total: totalElements })}</p>
      )}
    </>
  )
}
