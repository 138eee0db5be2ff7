import { ActionIcon, Button } from '@mantine/core'
import { tariffs } from '@steading/contract/tariffs/tariffs'
import type { TariffPeriods as Periods } from '@steading/contract/tariffs/tariffs'
import { time } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { api, data } from '../platform/api/api.ts'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { ResourceEdit } from '../resource/index.ts'
import { DayField } from '../ui/moment/DayField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Note } from '../ui/page/Note.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { GapsNote } from './GapsNote.tsx'
import { priceStrength } from './periodLook.ts'
import { CycleCard, tariffResource } from './tariffResource.tsx'
import { dayName, periodName, priceWords } from './tariffWords.ts'
import './tariffs.css'

const HOUR = 3_600_000
const calls = api(tariffs)

/** A date so many days later. */
const shifted = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10)

/** The periods of a tariff on a date, by the clock on the wall. */
export default function TariffPeriods() {
  const t = useText()
  const may = useMay()
  const id = useParam('tariffid')
  const [date, setDate] = useState<string>()
  const [edited, setEdited] = useState<Periods['tariff']>()
  const query = useQuery({
    // The key of the book: an edit fetches it again.
    queryKey: ['tariffs', 'periods', id, date],
    queryFn: () => data(calls.periods({ params: { id }, query: date === undefined ? {} : { date } })),
    placeholderData: before => before,
  })
  const back = { href: to('/system/tariffs/{tariffid}/details', { tariffid: id }), label: t('tariff.one') }
  const { data: found, error, refetch } = query
  if (!found) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const { tariff, gaps } = found
  const head = (actions: ReactNode) => (
    <PageHead back={back} title={tariff.displayName} stacked meta={t('tariff.periods')} actions={actions} />
  )
  if (edited)
    return (
      <ResourceEdit
        resource={tariffResource}
        entry={edited}
        head={head}
        leave={() => {
          setEdited(undefined)
          void refetch()
        }}
        waiting={<SkeletonPage />}
      />
    )
  const cycle = found.cycle === null ? undefined : tariff.cycles[found.cycle]
  return (
    <>
      {head(
        tariff.editable && may('tariffs.update') && (
          <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdited(tariff)}>
            {t('ui.edit')}
          </Button>
        ),
      )}
      <div className="stack">
        <GapsNote gaps={gaps} />
        <Card title={t('tariff.periods')}>
          <div className="stack">
            <div className="tariff-day">
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('tariff.previousDay')}
                onClick={() => setDate(shifted(found.date, -1))}
              >
                <IconChevronLeft size={16} aria-hidden />
              </ActionIcon>
              <DayField label={t('tariff.date')} value={found.date} onChange={setDate} />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('tariff.nextDay')}
                onClick={() => setDate(shifted(found.date, 1))}
              >
                <IconChevronRight size={16} aria-hidden />
              </ActionIcon>
            </div>
            <DayPeriods periods={found} />
          </div>
        </Card>
        {cycle && found.cycle !== null && <CycleCard number={found.cycle + 1} cycle={cycle} currency={tariff.currency} />}
      </div>
    </>
  )
}

function DayPeriods({ periods: { tariff, spans, isHoliday, cycle } }: { periods: Periods }) {
  const t = useText()
  const { currency, timeZone, holidayAs } = tariff
  const lengthOf = ({ from, to: end }: Periods['spans'][number]) => Date.parse(end) - Date.parse(from)
  const hours = spans.reduce((sum, span) => sum + lengthOf(span), 0) / HOUR
  return (
    <div>
      {isHoliday && <Note>{t('tariff.isHoliday', { day: dayName(holidayAs, t) })}</Note>}
      {cycle === null && <Note>{t('tariff.noCycle')}</Note>}
      {hours !== 24 && <Note>{t('tariff.clockChange', { hours })}</Note>}
      <div className="tariff-strip" aria-hidden>
        {spans.map(span => (
          <i
            key={span.from}
            data-strength={priceStrength(span.value, spans) || undefined}
            style={{ flexGrow: lengthOf(span) }}
            title={periodName(span.displayName, t)}
          />
        ))}
      </div>
      <table className="tariff-spans">
        <thead>
          <tr>
            <th scope="col">{t('tariff.from')}</th>
            <th scope="col">{t('tariff.to')}</th>
            <th scope="col">{t('tariff.period.label')}</th>
            <th scope="col">{t('tariff.price')}</th>
          </tr>
        </thead>
        <tbody>
          {spans.map(({ from, to: end, displayName, value }) => (
            <tr key={from}>
              <td className="num">{time(from, timeZone)}</td>
              <td className="num">{time(end, timeZone)}</td>
              <td>{periodName(displayName, t)}</td>
              <td className="num">{priceWords(value, currency, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim">{t('tariff.clock', { timeZone: timeZone.replaceAll('_', ' ') })}</p>
    </div>
  )
}
