import { Button } from '@mantine/core'
import type { users } from '@steading/contract/users/users'
import { dateTime } from '@steading/locales/format'
import { IconDeviceDesktop, IconDeviceMobile, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Card } from '../../ui/page/Card.tsx'
import { When } from '../../ui/page/time/Timestamp.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { agentOf, alikeBefore, isHandheld } from './userAgent.ts'
import { ownSessionsChanged, ownSessionsQuery } from './profile.queries.ts'
import { calls } from '../users.queries.ts'
import './profile.css'

const SignInElsewhere = lazyComponent<{ onClose: () => void }>(() => import('./SignInElsewhere.tsx'))

type OwnSession = z.output<typeof users.ownSessions.reply>[number]

/** Where one is signed in, each with its end; and the way onto another device. */
export function OwnSessions() {
  const sendEndSession = useWrite(['users', 'endSession'], calls.endSession)
  const t = useText()
  const { data: all, error, refetch } = useQuery(ownSessionsQuery)
  const { busy, run } = useAsyncAction()
  const [elsewhere, showElsewhere] = useState(false)
  const others = (all ?? []).filter(one => !one.current)
  const end = (these: readonly OwnSession[]) =>
    run(async () => {
      for (const { id } of these) await data(sendEndSession({ params: { id } }))
      await ownSessionsChanged()
      toast(t('profile.sessionsEnded', { count: these.length }))
    })
  return (
    <Card
      title={t('profile.sessions')}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => showElsewhere(true)}
        >
          {t('profile.elsewhere')}
        </Button>
      }
    >
      {!all ? (
        error ? (
          <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeletons rows={3} />
        )
      ) : (
        <ul className="own-sessions">
          {all.map((one, at) => (
            <Row key={one.id} of={one} alike={alikeBefore(all, at)} busy={busy} end={() => void end([one])} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <div className="own-foot">
          <Button variant="default" data-busy={busy || undefined} onClick={() => void end(others)}>
            {t('profile.endOthers')}
          </Button>
        </div>
      )}
      {elsewhere && <SignInElsewhere waiting={null} onClose={() => showElsewhere(false)} />}
    </Card>
  )
}

function Row({ of, alike, busy, end }: { of: OwnSession; alike: number; busy: boolean; end: () => void }) {
  const t = useText()
  const zone = useZone()
  const { browser, system } = agentOf(of.agent)
  const name = system ? t('profile.browserOn', { browser, system }) : browser || t('profile.unknownDevice')
  const number = alike > 0 ? ` (${alike + 1})` : ''
  const Icon = isHandheld(of.agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div>
        <b>
          {name}
          {number}
        </b>
        {of.current && <span className="own-here">{t('profile.thisDevice')}</span>}
        <span className="dim">
          {of.ip} · {t('profile.since')} <When at={of.createdUtc} /> · {t('profile.seen')} <When at={of.seenUtc} first="age" />
        </span>
      </div>
      {!of.current && (
        <Button
          size="xs"
          variant="default"
          data-busy={busy || undefined}
          aria-label={t('profile.endSession', { name: `${name}${number}`, since: dateTime(of.createdUtc, zone, t), ip: of.ip })}
          onClick={end}
        >
          {t('profile.end')}
        </Button>
      )}
    </li>
  )
}
