import { Button } from '@mantine/core'
import { drills, type LinkedDrill } from '@steading/contract/events/drills'
import { dateTime, time } from '@steading/locales/format'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { brand } from '../platform/page/brand.ts'
import { api, data } from '../platform/api/api.ts'
import { explain } from '../platform/api/failures.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { keptDrill } from './storedKeys.ts'
import { useToken } from './useToken.ts'
import { useTry } from './useTry.ts'
import './alarm.css'

const calls = api(drills)

/** A drill as the link of a message opens it: what it is, and one button that says that the message came. */
export default function DrillPage() {
  const sendConfirm = useWrite(['drills', 'confirm'], calls.confirm)
  const t = useText()
  const { adopt } = useLanguage()
  const asked = useToken()
  const token = useMemo(() => keptDrill(asked), [asked])
  const { busy, problem, act } = useTry()
  const queryKey = ['drill by link', token]
  // A look confirms nothing.
  const { data: drill, error } = useQuery({
    queryKey,
    enabled: token !== '',
    queryFn: async ({ signal }) => {
      const drill = await data(calls.linked({ body: { token } }, { signal }))
      adopt(drill.language, drill)
      return drill
    },
  })
  const confirm = () =>
    act(async () => {
      const now = await data(sendConfirm({ body: { token } }))
      queryClient.setQueryData<LinkedDrill>(queryKey, now)
    })
  const wrong = problem ?? (error && !drill ? explain(error, t).sentence : undefined)
  return (
    <div className="alarm-page">
      <header>
        <Logo brand={brand} size={24} />
        <span>{brand.title}</span>
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{t('alarm.drill')}</h1>
        {!token && <p>{t('drill.link.missing')}</p>}
        {drill && (
          <>
            <p>
              <b>{t('drill.link.hint')}</b>
            </p>
            <p className="alarm-place">
              {drill.farmName} · {drill.houseName}
            </p>
            <p className="num">{dateTime(drill.startedUtc, drill.timeZone, t)}</p>
          </>
        )}
        {wrong && (
          <p className="alarm-wrong" role="alert">
            {wrong}
          </p>
        )}
        {drill && <Answer of={drill} busy={busy} confirm={() => void confirm()} />}
        {drill && <p className="alarm-as">{t('alarm.link.as', { name: drill.reader })}</p>}
      </main>
    </div>
  )
}

function Answer({
  of: { confirmedUtc, isOver, timeZone },
  busy,
  confirm,
}: {
  of: LinkedDrill
  busy: boolean
  confirm: () => void
}) {
  const t = useText()
  if (confirmedUtc !== null)
    return <output className="alarm-over">{t('drill.link.thanks', { time: time(confirmedUtc, timeZone) })}</output>
  if (isOver) return <p className="alarm-over">{t('drill.link.over')}</p>
  return (
    <Button size="lg" fullWidth leftSection={<IconCheck size={20} aria-hidden />} data-busy={busy || undefined} onClick={confirm}>
      {t('drill.link.confirm')}
    </Button>
  )
}
