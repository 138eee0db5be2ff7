import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { brand } from '../../platform/page/brand.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { Link, useGo } from '../../ui/Link.tsx'
import { Refusal } from './entranceFields.tsx'
import { Entrance } from './EntranceLayout.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { tokenLoginQuery } from '../sessions.queries.ts'
import { tokenIn } from './tokenLink.ts'

/** Login by the token of a URL that another device of the user showed. */
export default function TokenLoginPage() {
  const t = useText()
  const go = useGo()
  const { adopt } = useLanguage()
  const [token] = useState(() => tokenIn(window.location.hash))
  const { data: language, error } = useQuery(tokenLoginQuery(token))

  // Remove the token from the address bar and the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  useEffect(() => {
    if (language === undefined) return
    adopt(language)
    go(to('/farmview'), { replace: true })
  }, [language, adopt, go])

  const missing = token === undefined
  const over = missing || error !== null
  return (
    <Entrance of={brand} foot={<EntranceFoot />}>
      <div className="login-form" aria-busy={!over}>
        <h1>{t('ui.signIn')}</h1>
        {over ? (
          <>
            {missing ? <p>{t('token.missing')}</p> : <Refusal error={error} />}
            <Link href={to('/login')} className="login-other">
              {t('token.toLogin')}
            </Link>
          </>
        ) : (
          <output>{t('ui.loading')}</output>
        )}
      </div>
    </Entrance>
  )
}
