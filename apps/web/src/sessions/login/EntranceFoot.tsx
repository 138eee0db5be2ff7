import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { LanguageChoice } from '../../ui/shell/preferences/LanguageChoice.tsx'

/** Footer of pages without a session: language, colour scheme, legal pages. */
export function EntranceFoot() {
  const t = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const dark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <>
      <LanguageChoice bare />
      <button type="button" className="login-scheme" onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
        <span className="vh">{t(dark ? 'shell.scheme.light' : 'shell.scheme.dark')}</span>
      </button>
      <nav aria-label={t('login.legal')}>
        <Link href={to('/terms-of-use')}>{t('login.terms')}</Link>
        <Link href={to('/data-protection-notice')}>{t('login.dataProtection')}</Link>
      </nav>
    </>
  )
}
