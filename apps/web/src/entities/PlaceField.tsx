import type { EntityRef } from '@steading/contract/entities'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import EntityTree, { type Chosen } from './EntityTree.tsx'

/** Where a thing stands, chosen from the tree. */
export function PlaceField({
  label,
  value,
  onChange,
  error,
  empty,
}: {
  label: string
  /** What is chosen, once its name is known. */
  value: Pick<EntityRef, 'id' | 'displayName'> | undefined
  onChange: (chosen: Chosen) => void
  error?: string | undefined
  /** What stands there while nothing is chosen. */
  empty?: string
}) {
  const t = useText()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div className="place-field">
      <span id={`${id}-label`} className="place-label">
        {label}
        <span className="place-must" aria-hidden>
          {' *'}
        </span>
      </span>
      <button
        type="button"
        className="place-button"
        popoverTarget={id}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-invalid={Boolean(error) || undefined}
      >
        <span id={`${id}-value`}>{value?.displayName ?? empty ?? t('entity.chooseParent')}</span>
        <IconChevronDown size={15} aria-hidden />
      </button>
      {error && (
        <p id={`${id}-error`} className="place-error">
          {error}
        </p>
      )}
      <div ref={panel} id={id} popover="auto" className="place-drop" onToggle={event => setOpen(event.newState === 'open')}>
        {open && (
          <EntityTree
            current={value?.id}
            field
            onChoose={chosen => {
              onChange(chosen)
              panel.current?.hidePopover()
            }}
          />
        )}
      </div>
    </div>
  )
}
