import { useMantineColorScheme } from '@mantine/core'
import { languageNames, languages } from '@steading/locales/languages'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useId } from 'react'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { Link } from '../Link.tsx'
import type { Person } from './sections.ts'

const schemes = [
  { key: 'light', word: 'shell.scheme.light', icon: IconSun },
  { key: 'dark', word: 'shell.scheme.dark', icon: IconMoon },
  { key: 'auto', word: 'shell.scheme.auto', icon: IconDeviceDesktop },
] as const

/** What belongs to the person and this device; in the menu of the rail, and in the drawer of a phone. */
export function UserPanel({ person, close }: { person: Person; close: () => void }) {
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

/** The language of the page; `bare` stands by itself, its label for those who cannot see it. */
export function LanguageChoice({ bare = false }: { bare?: boolean }) {
  const t = useText()
  const id = useId()
  const { language, setLanguage } = useLanguage()
  return (
    <div className={bare ? 'user-choice bare' : 'user-choice'}>
      <label htmlFor={id} className={bare ? 'vh' : undefined}>
        {t('shell.language')}
      </label>
      <select
        id={id}
        value={language}
        onChange={event => {
          const wanted = languages.find(one => one === event.currentTarget.value)
          if (wanted) setLanguage(wanted)
        }}
      >
        {languages.map(one => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Light, dark, or as the device says. */
export function SchemeChoice() {
  const t = useText()
  const name = useId()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className="user-choice">
      <legend>{t('shell.scheme')}</legend>
      <div className="scheme">
        {schemes.map(({ key, word, icon: Icon }) => (
          <label key={key} title={t(word)}>
            <input type="radio" name={name} checked={colorScheme === key} onChange={() => setColorScheme(key)} />
            <Icon size={17} stroke={1.7} aria-hidden />
            <span className="vh">{t(word)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
