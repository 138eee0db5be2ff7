import type { Heartbeat } from '@steading/contract/events/heartbeat'
import { camel } from '@steading/locales/camel'
import { age } from '@steading/locales/format'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { useNow } from '../platform/page/clock.ts'
import { useSession } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { Age } from '../ui/page/time/Age.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { pathQuery } from './heartbeat.queries.ts'
import { missing, stateOf } from './missing.ts'
import './heartbeat.css'

const EVERY = 5_000

/** The way that every alarm takes, stage by stage, and what is missing for its failure to be heard. */
export default function AlarmPath() {
  const t = useText()
  const { data: path, error, refetch } = useQuery({ ...pathQuery, refetchInterval: EVERY })
  if (!path) return error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const state = stateOf(path)
  const silent = path.stages.find(stage => stage.silent)
  const words =
    silent !== undefined
      ? t(path.mute && silent.stage === 'PROVIDER' ? 'heartbeat.mute' : `heartbeat.stalled.${camel(silent.stage)}`)
      : t(state === 'ok' ? 'heartbeat.works' : 'heartbeat.starting')
  return (
    <div className="stack">
      <PageHead title={t('heartbeat.title')} meta={<StatusPill tone={state}>{words}</StatusPill>} />
      <Card title={t('heartbeat.path')}>
        <ol className="path">
          {path.stages.map(stage => (
            <Stage key={stage.stage} of={stage} outside={path.outside} />
          ))}
        </ol>
        <Note>{t(path.demo ? 'heartbeat.demo' : 'heartbeat.hint')}</Note>
      </Card>
      <Needs of={path} />
    </div>
  )
}

function Stage({ of: { stage, lastUtc, silent }, outside }: { of: Heartbeat['stages'][number]; outside: boolean }) {
  const t = useText()
  const now = useNow(5)
  const isNone = stage === 'PROVIDER' && !outside
  const tone = isNone ? 'idle' : silent ? 'error' : lastUtc === null ? 'pending' : 'ok'
  const words = isNone
    ? t('heartbeat.none')
    : silent
      ? t('heartbeat.silent')
      : lastUtc === null
        ? t('heartbeat.never')
        : t('ui.ago', { age: age(lastUtc, now, t) })
  return (
    <li className={silent && !isNone ? 'path-stage path-silent' : 'path-stage'}>
      <h3>{t(`heartbeat.stage.${camel(stage)}`)}</h3>
      <StatusPill tone={tone}>{words}</StatusPill>
      <p className="dim">{t(`heartbeat.does.${camel(stage)}`)}</p>
      {silent && !isNone && (
        <p className="dim">
          {t('heartbeat.last')}: <Age at={lastUtc} />
        </p>
      )}
    </li>
  )
}

function Needs({ of }: { of: Heartbeat }) {
  const t = useText()
  const root = useSession()?.rootEntity.id
  const lacks = missing(of)
  return (
    <Card title={t('heartbeat.mend')}>
      {lacks.outside || lacks.people ? (
        <ul className="path-needs">
          <Need title={t('heartbeat.outside')} lacks={lacks.outside} is={t('heartbeat.outsideSet')}>
            {t('heartbeat.outsideMend')}
          </Need>
          <Need title={t('entity.responsibles')} lacks={lacks.people} is={t('heartbeat.peopleHear', { count: of.people })}>
            {t('heartbeat.peopleHear', { count: of.people })} {t('heartbeat.peopleMend')}{' '}
            {root !== undefined && (
              <Link href={to('/system/entities/{entityid}/details', { entityid: root })}>{t('heartbeat.toRoot')}</Link>
            )}
          </Need>
        </ul>
      ) : (
        <Note icon={<IconCircleCheckFilled size={16} aria-hidden />}>{t('heartbeat.complete')}</Note>
      )}
    </Card>
  )
}

function Need({ title, lacks, is, children }: { title: string; lacks: boolean; is: string; children: ReactNode }) {
  return (
    <li>
      <StatusPill tone={lacks ? 'error' : 'ok'}>{title}</StatusPill>
      <p>{lacks ? children : is}</p>
    </li>
  )
}
