import { Button } from '@mantine/core'
import type { Linked } from '@steading/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { brand } from '../platform/page/brand.ts'
import { explain } from '../platform/api/failures.ts'
import { queryClient } from '../platform/api/queries.ts'
import { parseSearch } from '../platform/navigation/search.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { alarmQuery, follow, wrongLink } from './alarm.queries.ts'
import { Alarms, BackToAll } from './Alarms.tsx'
import { Answer } from './Answer.tsx'
import { keptKey } from './storedKeys.ts'
import { SignIn } from './SignIn.tsx'
import { useToken } from './useToken.ts'
import { useTry } from './useTry.ts'
import './alarm.css'

const SearchParams = z.object({ event: z.string().optional().catch(undefined) })

/** An alarm, or those that came together, as the link of a message opens it: on a phone, at night, without signing in. */
export default function AlarmPage() {
  const token = useToken()
  return (
    <div className="alarm-page">
      <header>
        <Logo brand={brand} size={24} />
        <span>{brand.title}</span>
      </header>
      <main id="main" tabIndex={-1}>
        <ExchangeToken key={token} token={token} />
      </main>
    </div>
  )
}

/** What a link opens; without one, what this tab has opened. */
function ExchangeToken({ token }: { token: string }) {
  const t = useText()
  const [key, open] = useState(() => keptKey(token))
  if (key) return <UnlockedAlarm of={key} />
  if (token) return <LockedAlarm token={token} open={open} />
  return (
    <>
      <h1>{t('alarm.one')}</h1>
      <p>{t('alarm.link.missing')}</p>
      <SignIn />
    </>
  )
}

/** What was a link: others are not whole, or none. */
const spent: ReadonlySet<string> = new Set(['usedLink', 'endedLink'])

/** Programs that look at mail follow links, too: it opens by a hand alone. */
function LockedAlarm({ token, open }: { token: string; open: (key: string) => void }) {
  const t = useText()
  const { busy, error, problem, act } = useTry()
  const wrong = wrongLink(error)
  const show = () =>
    act(async () => {
      const { key, opened } = await follow(token)
      queryClient.setQueryData(alarmQuery(key).queryKey, opened)
      open(key)
    })
  return (
    <>
      <h1>{t('alarm.one')}</h1>
      {!wrong && <p>{t('alarm.link.hint')}</p>}
      {problem && (
        <p className="alarm-wrong" role="alert">
          {wrong && !spent.has(wrong) ? t('alarm.link.wrong') : problem}
        </p>
      )}
      {!wrong && (
        <Button size="lg" fullWidth data-busy={busy || undefined} onClick={() => void show()}>
          {t('alarm.link.open')}
        </Button>
      )}
      <SignIn />
    </>
  )
}

function UnlockedAlarm({ of: key }: { of: string }) {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const { event } = SearchParams.parse(parseSearch(search))
  const query = alarmQuery(key, event)
  const { data: opened, error, refetch } = useQuery(query)
  const t = useText()
  const { adopt } = useLanguage()
  const { language, numberFormat, dateFormat } = opened ?? {}
  // Whoever was told reads on as they were told, also after a reload.
  useEffect(() => {
    if (language) adopt(language, { numberFormat, dateFormat })
  }, [language, numberFormat, dateFormat, adopt])
  const show = (now: Linked) => {
    queryClient.setQueryData(query.queryKey, now)
    // The list of those that came with it tells of it too.
    if (event !== undefined) void queryClient.invalidateQueries({ queryKey: alarmQuery(key).queryKey })
  }
  const ended = wrongLink(error) && explain(error, t).sentence
  if (opened && 'alarms' in opened) return <Alarms of={opened} />
  if (opened)
    return (
      <>
        {event !== undefined && <BackToAll />}
        <Answer key={opened.eventId} alarm={opened} of={key} ended={ended} shown={show} />
      </>
    )
  if (!error) return <SkeletonPage />
  return (
    <>
      <h1>{t('alarm.one')}</h1>
      {ended ? (
        <p className="alarm-wrong">{ended}</p>
      ) : (
        <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
      )}
      <SignIn />
    </>
  )
}
