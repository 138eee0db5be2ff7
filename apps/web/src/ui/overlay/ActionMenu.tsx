import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import './actionMenu.css'

export interface MenuAction {
  readonly key: string
  readonly label: string
  readonly run: () => void
}

/** A button that opens a list of actions in a popover of the browser. */
export function ActionMenu({
  label,
  icon,
  busy,
  isIcon = false,
  actions,
}: {
  label: string
  icon: ReactNode
  busy: boolean
  /** The button shows the icon alone. */
  isIcon?: boolean
  actions: readonly MenuAction[]
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !panel.current) return
    panel.current.style.setProperty('--left', `${Math.round(at.left)}px`)
    panel.current.style.setProperty('--top', `${Math.round(at.bottom + 4)}px`)
  }
  return (
    <>
      {isIcon ? (
        <button
          ref={button}
          type="button"
          className="action-menu-open"
          aria-label={label}
          title={label}
          popoverTarget={id}
          aria-disabled={busy}
          onClick={place}
        >
          {icon}
        </button>
      ) : (
        <Button
          ref={button}
          variant="default"
          leftSection={icon}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          popoverTarget={id}
          data-busy={busy || undefined}
          aria-disabled={busy}
          onClick={place}
        >
          {label}
        </Button>
      )}
      <div ref={panel} id={id} popover="auto" className="action-menu">
        <ul>
          {actions.map(({ key, label: name, run }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  panel.current?.hidePopover()
                  run()
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
