import { VERSION } from '@steading/contract/version'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useStore } from '../../../platform/store.ts'
import { useText } from '../../../platform/texts.tsx'
import { release } from '../../../platform/session/version.ts'
import { Link } from '../../Link.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'
import type { Person } from '../navigation/sections.ts'
import { versionWords } from '../versionWords.ts'

/** What belongs to the person and this device; in the menu of the rail, and in the drawer of a phone. */
export default function UserPanel({ person, close }: { person: Person; close: () => void }) {
  const t = useText()
  const server = useStore(release)
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
      <p className="user-version dim">{versionWords(VERSION, server, t)}</p>
    </div>
  )
}
