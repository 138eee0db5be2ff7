import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'

/** The other way to the alarm. */
export function SignIn() {
  const t = useText()
  return (
    <Link href={to('/login')} className="alarm-other">
      {t('token.toLogin')}
    </Link>
  )
}
