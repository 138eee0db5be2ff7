import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../platform/texts.tsx'

const schemes = [
  { key: 'light', word: 'shell.scheme.light', icon: IconSun },
  { key: 'dark', word: 'shell.scheme.dark', icon: IconMoon },
  { key: 'auto', word: 'shell.scheme.auto', icon: IconDeviceDesktop },
] as const

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
