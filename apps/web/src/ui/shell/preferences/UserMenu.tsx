import { useId, useRef, useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { lazyComponent } from '../../lazy/lazyComponent.tsx'
import { type Person, initials } from '../navigation/sections.ts'

const UserPanel = lazyComponent(() => import('./UserPanel.tsx'), 'overlay')

/** The person at the foot of the rail: profile, language, light or dark, sign out. The browser's own popover. */
export function UserMenu({ person }: { person: Person }) {
  const t = useText()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="rail-user" popoverTarget={id}>
        <span className="avatar" aria-hidden>
          {initials(person.name)}
        </span>
        <span className="rail-person" aria-hidden>
          {person.name}
        </span>
        <span className="vh">{t('shell.userMenu', { name: person.name })}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className="user-drop" onToggle={event => setOpen(event.newState === 'open')}>
        {open && <UserPanel person={person} close={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}
