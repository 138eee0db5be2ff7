import { IconChevronRight } from '@tabler/icons-react'
import type { Page } from '@steading/contract/http/paging'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../Link.tsx'
import { Failed } from '../state/Failed.tsx'
import { type Item, stepOf, typedAhead } from './keys.ts'
import { levelQuery } from './level.ts'
import './tree.css'

export interface Node {
  readonly id: string
  readonly name: string
  /** How many stand directly below. */
  readonly children: number
  readonly icon?: ReactNode
  /** What stands at the end of its row. */
  readonly mark?: ReactNode
  readonly dim?: boolean
  /** It can be passed through, and not chosen. */
  readonly disabled?: boolean
  /** In a tree of which several are chosen: whether this one is, or some of what lies below it. Its icon shows it. */
  readonly checked?: boolean | 'mixed'
}

/** What a tree is made of: where its levels come from, and what one does with its rows. */
export interface Forest<R> {
  /** What query keys of the levels begin with, so that a change drops them. */
  readonly name: string
  /** A page of what stands directly below a node. */
  readonly fetchLevel: (id: string, page: number, signal: AbortSignal) => Promise<Page<R>>
  readonly nodeOf: (row: R) => Node
  /** One below a node that is shown even where its page has not been fetched. */
  readonly nextBelow?: (id: string) => Node | undefined
  readonly current: string | undefined
  readonly isOpen: (id: string) => boolean
  readonly toggle: (id: string, open: boolean) => void
  /** Either every node is an address… */
  readonly href?: ((id: string) => string) | undefined
  readonly onFollow?: (() => void) | undefined
  /** …or it is chosen. */
  readonly onChoose?: ((node: Node) => void) | undefined
}

/** The row that is in the order of the Tab key: the one that was there last, else where one is, else the first. */
interface Focus {
  readonly active: string | undefined
  readonly chosen: string | undefined
  readonly activate: (id: string) => void
}

/** How long letters count as one word (ms). */
const typingPause = 600

/**
 * A tree that fetches a level when it is opened, a page at a time, so that it does not matter how large it is. One row is in the
 * order of the Tab key; arrows, Home, End, Enter and letters move from there.
 */
export function Tree<R>({ label, tops, ...forest }: Forest<R> & { label: string; tops: readonly Node[] }) {
  const list = useRef<HTMLUListElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [active, activate] = useState<string>()
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const at = rows.findIndex(row => row === document.activeElement)
    if (at < 0) return
    const items = rows.map(itemOf)
    const step = stepOf(items, at, event.key)
    if (step && 'turn' in step) {
      const id = rows[step.turn]?.dataset.id
      if (id) forest.toggle(id, step.open)
    } else if (step) rows[step.focus]?.focus()
    else if (event.key === 'Enter' || (event.key === ' ' && typed.current.text === ''))
      rows[at]?.querySelector<HTMLElement>('.tree-name')?.click()
    else if (event.key.length === 1) {
      const isLater = event.timeStamp - typed.current.at > typingPause
      typed.current = { text: (isLater ? '' : typed.current.text) + event.key, at: event.timeStamp }
      const found = typedAhead(items, at, typed.current.text)
      if (found !== undefined) rows[found]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <ul ref={list} className="tree" role="tree" aria-label={label} onKeyDown={keys}>
      {tops.map(node => (
        <Branch
          key={node.id}
          node={node}
          level={1}
          forest={forest}
          focus={{ active: active ?? tops[0]?.id, chosen: active, activate }}
        />
      ))}
    </ul>
  )
}

const itemOf = (row: HTMLElement): Item => ({
  name: row.dataset.name ?? '',
  level: Number(row.getAttribute('aria-level')),
  open: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : undefined,
})

function Branch<R>({ node, level, forest, focus }: { node: Node; level: number; forest: Forest<R>; focus: Focus }) {
  const { current, isOpen, toggle, href, onFollow, onChoose } = forest
  const { active, chosen, activate } = focus
  const { id, name, children, disabled = false } = node
  const open = children > 0 && isOpen(id)
  const isCurrent = id === current
  // Whoever comes with the Tab key comes to where they are.
  useEffect(() => {
    if (isCurrent && chosen === undefined) activate(id)
  }, [isCurrent, chosen, id, activate])
  const inside = (
    <>
      {node.icon}
      <span className="tree-text">{name}</span>
      {node.mark}
    </>
  )
  return (
    <li role="none">
      {/* Its keys are those of the tree. */}
      <div
        className={node.dim ? 'tree-row dimmed' : 'tree-row'}
        role="treeitem"
        aria-level={level}
        aria-expanded={children > 0 ? open : undefined}
        aria-selected={onChoose && node.checked === undefined ? isCurrent : undefined}
        aria-checked={node.checked}
        aria-current={!onChoose && isCurrent ? 'page' : undefined}
        aria-disabled={disabled || undefined}
        tabIndex={id === active ? 0 : -1}
        data-id={id}
        data-name={name}
        onFocus={() => activate(id)}
      >
        {children > 0 ? (
          <button
            type="button"
            className="tree-turn"
            tabIndex={-1}
            aria-hidden
            onClick={() => {
              activate(id)
              toggle(id, !open)
            }}
          >
            <IconChevronRight size={14} />
          </button>
        ) : (
          <span className="tree-turn" />
        )}
        {href ? (
          <Link className="tree-name" href={href(id)} tabIndex={-1} onClick={onFollow}>
            {inside}
          </Link>
        ) : (
          <button type="button" className="tree-name" tabIndex={-1} disabled={disabled} onClick={() => onChoose?.(node)}>
            {inside}
          </button>
        )}
      </div>
      {open && <Below id={id} level={level + 1} forest={forest} focus={focus} />}
    </li>
  )
}

function Below<R>({ id, level, forest, focus }: { id: string; level: number; forest: Forest<R>; focus: Focus }) {
  const t = useText()
  const { name, fetchLevel, nodeOf, nextBelow } = forest
  const { active, activate } = focus
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(levelQuery(name, fetchLevel, id))
  const rows = data?.pages.flatMap(page => page.content).map(nodeOf) ?? []
  const next = data && nextBelow?.(id)
  const nodes = next && !rows.some(row => row.id === next.id) ? [next, ...rows] : rows
  const left = hasNextPage ? (data?.pages.at(-1)?.totalElements ?? 0) - rows.length : 0
  const moreId = `more-${id}`
  return (
    // A group of a tree: no native element is one.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <ul role="group">
      {nodes.map(node => (
        <Branch key={node.id} node={node} level={level} forest={forest} focus={focus} />
      ))}
      {isPending && (
        <li role="none" className="tree-wait">
          <i className="sk sk-a w1" />
          <span className="vh">{t('ui.loading')}</span>
        </li>
      )}
      {error && !data && (
        <li role="none">
          <Failed what={t('failed.list')} error={error} retry={() => void refetch()} />
        </li>
      )}
      {left > 0 && (
        <li role="none">
          <div
            className="tree-row"
            role="treeitem"
            aria-level={level}
            aria-selected={false}
            tabIndex={moreId === active ? 0 : -1}
            data-name=""
            onFocus={() => activate(moreId)}
          >
            <span className="tree-turn" />
            <button type="button" className="tree-name tree-more" tabIndex={-1} onClick={() => void fetchNextPage()}>
              {t('tree.more', { count: left })}
            </button>
          </div>
        </li>
      )}
    </ul>
  )
}
