import type { Batch } from '@steading/contract/production/batches'
import { NOT_COMPUTABLE, type SiloRunOut as RunOut } from '@steading/contract/production/figures'
import { dateTime, missing, number, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Kpi, KpiBar } from '../ui/page/Kpi.tsx'
import { runOutQuery } from './figures.queries.ts'
import { rangeText } from './runOutText.ts'
import { dayText } from './slaughterText.ts'
import './details/batch.css'

/** Beyond it the weight of a silo names its time, ms. */
const SILENCE = 6 * 3_600_000

/** How long the feed of each silo of a batch lasts, and by when feed must be ordered. */
export default function SiloRunOut({ batch }: { batch: Batch }) {
  const { data: silos } = useQuery(runOutQuery(batch.id))
  return silos?.map(runOut => <SiloBar key={runOut.silo.id} runOut={runOut} batch={batch} />)
}

function SiloBar({ runOut, batch }: { runOut: RunOut; batch: Batch }) {
  const t = useText()
  const now = useNow(60)
  const { silo, capacity, weight, measuredAt, dailyUse, daysToEmpty, orderDay } = runOut
  if (weight === null) return null
  // Days of the house: its date now, written as the server writes days.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: batch.timeZone }).format(now)
  const isDue = orderDay !== null && orderDay <= today
  const isSilent = measuredAt !== null && now - Date.parse(measuredAt) > SILENCE
  return (
    <KpiBar label={silo.displayName}>
      <Kpi
        lead
        label={`${silo.displayName}: ${t('silo.daysToEmpty')}`}
        value={daysToEmpty === NOT_COMPUTABLE ? missing : number(daysToEmpty, t, 1)}
        note={rangeText(runOut, t)}
      />
      <Kpi
        label={t('runOut.orderBy')}
        value={orderDay === null ? missing : dayText(orderDay, t)}
        note={isDue ? <span className="balance-odd">{t('runOut.due')}</span> : leadText(runOut, t)}
      />
      <Kpi
        label={t('runOut.inSilo')}
        value={number(weight, t, 0)}
        unit="kg"
        note={
          capacity === null || isSilent
            ? dateTime(measuredAt, batch.timeZone, t)
            : t('runOut.ofCapacity', { capacity: quantity(capacity, 'kg', t, 0) })
        }
      />
      <Kpi
        label={t('runOut.dailyUse')}
        value={dailyUse === null ? missing : number(dailyUse, t, 0)}
        unit="kg"
        note={t('runOut.dailyUseHint')}
      />
    </KpiBar>
  )
}

const leadText = ({ leadDays, feedFactory }: RunOut, t: Translate): string =>
  [t('runOut.lead', { count: leadDays }), feedFactory?.displayName].filter(Boolean).join(' · ')
