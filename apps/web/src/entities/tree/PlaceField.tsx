import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import type { EntityRef, EntityType } from '@steading/contract/entities/entities'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import EntityTree, { type TreeSelection } from './EntityTree.tsx'

const tallest = 480

/** Where a thing stands, chosen from the tree, which opens below its field, or above it where there is more room. */
export function PlaceField({
  label,
  value,
  onChange,
  error,
  empty,
  isDisabled,
}: {
  label: string
  /** What is chosen, once its name is known. */
  value: Pick<EntityRef, 'id' | 'displayName'> | undefined
  onChange: (chosen: TreeSelection) => void
  error?: string | undefined
  /** What stands there while nothing is chosen. */
  empty?: string
  /** Leaves out those that cannot be chosen. */
  isDisabled?: ((item: { id: string; type: EntityType }) => boolean) | undefined
}) {
  const t = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="place-field">
      <span id={`${id}-label`} className="place-label">
        {label}
        <span className="place-must" aria-hidden>
          {' *'}
        </span>
      </span>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        width="target"
        offset={4}
        middlewares={{
          flip: { padding: 8 },
          shift: { padding: 8 },
          size: {
            padding: 8,
            apply: ({ availableHeight, elements }) => {
              elements.floating.style.maxHeight = `${Math.min(tallest, availableHeight)}px`
            },
          },
        }}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button
            type="button"
            className="place-button"
            aria-expanded={open}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={error ? `${id}-error` : undefined}
            data-invalid={Boolean(error) || undefined}
            onClick={() => setOpen(!open)}
          >
            <span id={`${id}-value`}>{value?.displayName ?? empty ?? t('entity.chooseParent')}</span>
            <IconChevronDown size={15} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown className="place-drop" aria-labelledby={`${id}-label`}>
          <EntityTree
            current={value?.id}
            field
            isDisabled={isDisabled}
            onChoose={chosen => {
              onChange(chosen)
              setOpen(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {error && (
        <p id={`${id}-error`} className="place-error">
          {error}
        </p>
      )}
    </div>
  )
}
