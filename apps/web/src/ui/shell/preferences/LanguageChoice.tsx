import { languageNames, languages } from '@steading/locales/languages'
import { useId } from 'react'
import { useLanguage, useText } from '../../../platform/texts.tsx'

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
          const language = languages.find(one => one === event.currentTarget.value)
          if (language) setLanguage(language)
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
