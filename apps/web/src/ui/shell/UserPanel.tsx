import { IconLogout, IconUser } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../Link.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'
import type { Person } from './sections.ts'

/** What belongs to the person and this device; in the menu of the rail, and in the drawer of a phone. */
export default function UserPanel({ person, close }: { person: Person; close: () => void }) {
  const t = useText()
  return (
    <div className="user-panel">
      <p className="user-name">{person.name}</p>
      {person.profileHref && (
        <Link className="user-row" href={person.profileHref} onClick={close}>
          <IconUser size={18} stroke={1.7} aria-hidden />
          {t('nav.profile')}
        </Link>
      )}
      <LanguageChoice />
      <SchemeChoice />
      <button type="button" className="user-row" onClick={person.signOut}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        {t('ui.signOut')}
      </button>
    </div>
  )
}
