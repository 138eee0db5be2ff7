import { Button } from '@mantine/core'
import { Id } from '@steading/contract/http/fields'
import { dateTime } from '@steading/locales/format'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { z } from 'zod'
import { to } from '../platform/navigation/paths.ts'
import { useNow } from '../platform/page/clock.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { ChoiceFilter } from '../ui/list/filter/Filters.tsx'
import { Card } from '../ui/page/Card.tsx'
import { dayEnd, dayOf, dayStart } from '../ui/moment/zoned.ts'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { placeQuery, spanQuery } from './drills.queries.ts'
import { Signature } from './DrillRecord.tsx'
import { byWords, confirmedWords, failedWords, resultWord } from './words.tsx'
import '../ui/list/list.css'
import './record.css'

const SearchParams = z.object({
  entityId: Id.optional().catch(undefined),
  year: z.coerce.number().int().min(2000).max(9998).optional().catch(undefined),
})
/** Years that can be chosen. */
const YEARS = 5

/** The drills of a year at a place, in one table that can be printed. */
export default function DrillYear() {
  const t = useText()
  const zone = useZone()
  const go = useGo()
  const thisYear = Number(dayOf(useNow(), zone).slice(0, 4))
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const { entityId, year = thisYear } = SearchParams.parse(parseSearch(search))
  const {
    data: all,
    error,
    refetch,
  } = useQuery(spanQuery(entityId, dayStart(`${year}-01-01`, zone)!, dayEnd(`${year}-12-31`, zone)!)) // safe: both are days
  const { data: place } = useQuery({ ...placeQuery(entityId ?? ''), enabled: entityId !== undefined })
  const back = { href: to('/drills') + writeSearch({ entityId }), label: t('nav.drills') }
  const show = (patch: object) => go(to('/drills/summary') + writeSearch({ entityId, year, ...patch }), { replace: true })
  if (!all) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const ofYear = t('drill.summary.of', { year: String(year) })
  const title = entityId && place ? `${ofYear} · ${place.displayName}` : ofYear
  const counted = (result: string) => all.filter(one => one.result === result).length
  return (
    <div className="stack drill-record">
      <PageHead
        back={back}
        title={title}
        meta={
          <span>{t('drill.summary.count', { count: all.length, passed: counted('PASSED'), failed: counted('FAILED') })}</span>
        }
        actions={
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('drill.print')}
          </Button>
        }
        stacked
      />
      <search className="drill-year-filters" aria-label={t('ui.filters')}>
        <ChoiceFilter
          name={t('drill.summary.year')}
          choices={Array.from({ length: YEARS }, (_, back) => String(thisYear - back)).map(value => ({ value, label: value }))}
          value={[String(year)]}
          onChange={([chosen]) => show({ year: chosen })}
        />
      </search>
      {all.length === 0 ? (
        <Empty title={t('drill.empty')}>{t('drill.emptyHint')}</Empty>
      ) : (
        <Card flush>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
          <section className="table-wrap scroll-x" tabIndex={0} aria-label={title}>
            <table className="table cards">
              <thead>
                <tr>
                  <th scope="col">{t('drill.began')}</th>
                  <th scope="col">{t('entity.farm')}</th>
                  <th scope="col">{t('entity.sector')}</th>
                  <th scope="col">{t('terminal.one')}</th>
                  <th scope="col">{t('drill.by.label')}</th>
                  <th scope="col">{t('drill.result.label')}</th>
                  <th scope="col">{t('drill.confirmed')}</th>
                </tr>
              </thead>
              <tbody>
                {all.map(one => (
                  <tr key={one.id}>
                    <th scope="row" className="num">
                      {dateTime(one.startedUtc, one.timeZone, t)}
                    </th>
                    <td data-label={t('entity.farm')}>{one.farmName}</td>
                    <td data-label={t('entity.sector')}>{one.houseName}</td>
                    <td data-label={t('terminal.one')}>{one.boxName}</td>
                    <td data-label={t('drill.by.label')}>{byWords(one, t)}</td>
                    <td data-label={t('drill.result.label')}>{failedWords(one, t) ?? t(resultWord(one.result))}</td>
                    <td data-label={t('drill.confirmed')} className="num">
                      {confirmedWords(one, t)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </Card>
      )}
      <Signature />
    </div>
  )
}
