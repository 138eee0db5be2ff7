import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { to } from '../app/index.ts'
import { brand } from '../platform/brand.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Link, useGo } from '../ui/Link.tsx'
import { Refusal } from './entries.tsx'
import { Entrance } from './Entrance.tsx'
import { EntranceFoot } from './EntranceFoot.tsx'
import { tokenLoginQuery } from './sessions.queries.ts'
import { tokenIn } from './token.ts'

/** A sign-in by the token of an address, as another device of the same person showed it. */
export default function TokenLoginPage() {
  const t = useText()
  const go = useGo()
  const { adopt } = useLanguage()
  const [token] = useState(() => tokenIn(window.location.hash))
  const { data: language, error } = useQuery(tokenLoginQuery(token))

  // Nobody is to read it over a shoulder, or in this browser's history.
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
