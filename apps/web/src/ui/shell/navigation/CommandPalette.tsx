import { Modal } from '@mantine/core'
import '../../overlay/modalStyles.ts'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { useGo } from '../../Link.tsx'
import { useWayBack } from '../../overlay/focus.ts'
import type { JumpField } from '../Shell.tsx'
import { type Target, found } from './targets.ts'

/** What was typed before the field was there stands before what comes. */
const toItsEnd = (field: HTMLInputElement | null) => field?.setSelectionRange(field.value.length, field.value.length)

/** As many as the list shows; it scrolls. */
const mostHits = 40

/** Ctrl-K: type a few letters of a screen, an entity or an action, Enter goes there or does it. */
export function Jump({
  targets,
  isWaiting,
  hasFailed,
  text,
  type,
  close,
}: JumpField & {
  targets: readonly Target[]
  /** The server has not said yet what it finds. */
  isWaiting: boolean
  /** It could not say all. */
  hasFailed: boolean
}) {
  const t = useText()
  const go = useGo()
  const id = useId()
  useWayBack()
  const [at, setAt] = useState(0)
  const hits = found(targets, text).slice(0, mostHits)
  const open = (target: Target | undefined) => {
    if (!target) return
    close()
    if ('act' in target) target.act()
    else go(target.href)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      const next = (at + step + hits.length) % hits.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') open(hits[at])
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size={560}
      yOffset="12dvh"
      centered={false}
      padding={0}
      classNames={{ content: 'dialog jump-dialog' }}
      attributes={{ content: { 'aria-label': t('jump.title') } }}
    >
      <div className="jump-field">
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
          aria-label={t('shell.jump')}
          placeholder={t('shell.jump')}
          enterKeyHint="go"
          ref={toItsEnd}
          value={text}
          onKeyDown={keys}
          onChange={event => {
            type(event.currentTarget.value)
            setAt(0)
          }}
        />
        <kbd>Esc</kbd>
        <button type="button" className="jump-close" aria-label={t('ui.close')} onClick={close}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      {hits.length > 0 ? (
        // A combobox of its own list: no native element types and chooses at once.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div id={`${id}-list`} role="listbox" aria-label={t('jump.title')} className="jump-list">
          {hits.map((hit, place) => (
            <Hit
              key={`${'href' in hit ? hit.href : ''} ${hit.name}`}
              id={`${id}-${place}`}
              hit={hit}
              on={place === at}
              open={() => open(hit)}
              point={() => setAt(place)}
            />
          ))}
        </div>
      ) : (
        <output className="jump-none">
          {isWaiting ? t('ui.loading') : hasFailed ? t('failed.lookup') : t('empty.search', { query: text })}
        </output>
      )}
      <p className="jump-hint">{t('jump.hint')}</p>
    </Modal>
  )
}

function Hit({ id, hit, on, open, point }: { id: string; hit: Target; on: boolean; open: () => void; point: () => void }) {
  return (
    // The keys are the field's, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events
    <div id={id} role="option" aria-selected={on} tabIndex={-1} onClick={open} onPointerMove={point}>
      {hit.icon}
      <span>{hit.name}</span>
      {hit.place && <span className="dim">{hit.place}</span>}
    </div>
  )
}
