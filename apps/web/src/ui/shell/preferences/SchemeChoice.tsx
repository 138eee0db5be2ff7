import { useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { schemes } from './schemes.ts'

/** Light, dark, or as the device says. */
export function SchemeChoice() {
  const t = useText()
  const name = useId()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
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
