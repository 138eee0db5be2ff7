import type { FarmHistory } from '@steading/contract/production/batchFigures'
import { type BatchForecast, type KpiName, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { Cell } from '@steading/locales/csv'
import { missing, signed } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Swatch } from '../../ui/chart/Swatch.tsx'
import { Link } from '../../ui/Link.tsx'
import { Delta } from '../../ui/page/Kpi.tsx'
import { isSumOfDays, KPI_KINDS, kpiCell, kpiNote, kpiText, measuredShare, shownKpi } from '@steading/locales/kpis'
import { dayText, slaughterBand } from '../slaughterText.ts'
import { bestBatch, type ComparedBatch, farmMedian, isComparable, knownKpis } from './comparison.ts'

/** KPIs in rows, batches in columns; under each figure its difference from what the farm reached before. */
export function CompareTable({
  compared,
  histories,
  forecasts,
}: {
  compared: readonly ComparedBatch[]
  histories: readonly FarmHistory[]
  /** In the order of the batches; undefined: not known yet. */
  forecasts: readonly (BatchForecast | undefined)[]
}) {
  const t = useText()
  const label = t('analytics.sideBySide')
  return (
    // A region that scrolls must be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-wrap scroll-x compare" tabIndex={0} aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('kpi.title')}</th>
            {compared.map(({ batch, series }) => (
              <th key={batch.id} scope="col" className="right">
                <Link className="num" href={to('/production/batches/{batchId}/details', { batchId: batch.id })}>
                  <Swatch series={series} /> {batch.code}
                </Link>
                <span className="dim">{batch.entity.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {knownKpis(compared).map(name => {
            const best = bestBatch(compared, name)
            return (
              <tr key={name}>
                <th scope="row">{t(KPI_KINDS[name].label)}</th>
                {compared.map(each => (
                  <td key={each.batch.id} className="right num">
                    <Figure name={name} compared={each} histories={histories} best={best === each.batch.id} />
                  </td>
                ))}
              </tr>
            )
          })}
          {forecasts.some(forecast => forecast?.slaughter) && (
            <tr>
              <th scope="row">{t('forecast.slaughter')}</th>
              {compared.map(({ batch }, index) => (
                <td key={batch.id} className="right num">
                  <TargetDay forecast={forecasts[index]} />
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function Figure({
  name,
  compared: { batch, kpis },
  histories,
  best,
}: {
  name: KpiName
  compared: ComparedBatch
  histories: readonly FarmHistory[]
  best: boolean
}) {
  const t = useText()
  const species = batch.species.value
  const median = isComparable(name, batch) ? farmMedian(histories, batch.id, name) : null
  const value = kpis?.[name] ?? NOT_COMPUTABLE
  const words = kpiText(name, kpis, species, t)
  const note = kpiNote(name, kpis, t)
  return (
    <span className="compare-figure">
      {best ? (
        <b>
          {words}
          <span className="vh"> {t('analytics.best')}</span>
        </b>
      ) : (
        <span>{words}</span>
      )}
      {note && <span className="dim">{note}</span>}
      {median !== null && value !== NOT_COMPUTABLE && <Difference name={name} value={value} median={median} species={species} />}
    </span>
  )
}

/** When the target weight is reached, and the band of the day. */
function TargetDay({ forecast }: { forecast: BatchForecast | undefined }) {
  const t = useText()
  const slaughter = forecast?.slaughter
  if (!slaughter) return missing
  return (
    <span className="compare-figure">
      <span>{slaughter.day === null ? missing : dayText(slaughter.day, t)}</span>
      <span className="delta">{slaughterBand(slaughter, t)}</span>
    </span>
  )
}

function Difference({
  name,
  value,
  median,
  species,
}: {
  name: KpiName
  value: number
  median: number
  species: ComparedBatch['batch']['species']['value']
}) {
  const t = useText()
  const { better } = KPI_KINDS[name]
  const shown = shownKpi(name, value, species)
  const difference = shown.value - shownKpi(name, median, species).value
  const isSame = Math.abs(difference) < 0.5 * 10 ** -shown.decimals
  const good = !better || isSame ? undefined : difference > 0 === (better === 'HIGH')
  return <Delta value={signed(difference, t, shown.decimals)} good={good} />
}

/** The rows of a file of compared batches, their head first: each batch beside the median of its farm; weights of animals in kg. */
export const compareRows = (
  compared: readonly ComparedBatch[],
  histories: readonly FarmHistory[],
  t: Translate,
): readonly (readonly Cell[])[] => [
  [t('kpi.title'), ...compared.flatMap(({ batch }) => [batch.code, t('analytics.farmMedianOf', { batch: batch.code })])],
  ...knownKpis(compared).flatMap(name => {
    const { label, unit } = KPI_KINDS[name]
    const cells = compared.flatMap(({ batch, kpis }): Cell[] => [
      kpiCell(name, kpis?.[name] ?? NOT_COMPUTABLE),
      kpiCell(name, farmMedian(histories, batch.id, name) ?? NOT_COMPUTABLE),
    ])
    const row = [unit ? `${t(label)} (${unit})` : t(label), ...cells]
    if (!isSumOfDays(name)) return [row]
    const shares = compared.flatMap(({ kpis }): Cell[] => [measuredShare(name, kpis), null])
    return [row, [`${t('kpi.measuredShare', { what: t(label) })} (%)`, ...shares]]
  }),
]
