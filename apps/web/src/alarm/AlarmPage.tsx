import { Button } from '@mantine/core'
import type { LinkedAlarm } from '@steading/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { to } from '../app/index.ts'
import { brand } from '../platform/brand.ts'
import { queryClient } from '../platform/queries.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { alarmQuery, follow } from './alarm.queries.ts'
import { Answer } from './Answer.tsx'
import { keptKey } from './kept.ts'
import { useTry } from './useTry.ts'
import './alarm.css'

/** An alarm as the link of a message opens it: on a phone, at night, without signing in. */
export default function AlarmPage() {
  const t = useText()
  const [token] = useState(() => window.location.hash.slice(1))
  const [key, open] = useState(() => keptKey(token))
  // Nobody is to read it over a shoulder, or in this browser's history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return (
    <div className="alarm-page">
      <header>
        <Logo brand={brand} size={24} />
        <span>{brand.title}</span>
      </header>
      <main id="main" tabIndex={-1}>
        {key ? (
          <Opened of={key} />
        ) : token ? (
          <Closed token={token} open={open} />
        ) : (
          <>
            <h1>{t('alarm.one')}</h1>
            <p>{t('alarm.link.missing')}</p>
            <SignIn />
          </>
        )}
      </main>
    </div>
  )
}

/** Programs that look at mail follow links, too: it opens by a hand alone. */
function Closed({ token, open }: { token: string; open: (key: string) => void }) {
  const t = useText()
  const { busy, problem, act } = useTry()
  const show = () =>
    act(async () => {
      const { key, alarm } = await follow(token)
      queryClient.setQueryData(alarmQuery(key).queryKey, alarm)
      open(key)
    })
  return (
    <>
      <h1>{t('alarm.one')}</h1>
      <p>{t('alarm.link.hint')}</p>
      {problem && (
        <p className="alarm-wrong" role="alert">
          {problem}
        </p>
      )}
      <Button size="lg" fullWidth data-busy={busy || undefined} onClick={() => void show()}>
        {t('alarm.link.open')}
      </Button>
      <SignIn />
    </>
  )
}

function Opened({ of: key }: { of: string }) {
  const { data: alarm, error, refetch } = useQuery(alarmQuery(key))
  const t = useText()
  const { adopt } = useLanguage()
  const language = alarm?.language
  // Whoever was told reads on as they were told, also after a reload.
  useEffect(() => {
    if (language) adopt(language)
  }, [language, adopt])
  if (alarm)
    return <Answer alarm={alarm} of={key} shown={now => queryClient.setQueryData<LinkedAlarm>(alarmQuery(key).queryKey, now)} />
  if (!error) return <SkeletonPage />
  return (
    <>
      <h1>{t('alarm.one')}</h1>
      <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
      <SignIn />
    </>
  )
}

function SignIn() {
  const t = useText()
  return (
    <Link href={to('/login')} className="alarm-other">
      {t('token.toLogin')}
    </Link>
  )
}
