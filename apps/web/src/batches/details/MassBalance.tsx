import type { BatchDetails } from '@steading/contract/production/batches'
import { type MassBalance, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { missing, number, quantity } from '@steading/locales/format'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { partText } from '@steading/locales/kpis'
import { figureText } from '@steading/locales/production'
import { massBalanceQuery } from '../figures.queries.ts'
import './batch.css'

/** What the books of a closed batch do not explain. */
export function MassBalanceCard({ batch }: { batch: BatchDetails }) {
  const t = useText()
  return (
    <Card title={t('balance.title')}>
      <MassBalanceSums id={batch.id} isClosed />
    </Card>
  )
}

/** Share of the feed from which on what is unexplained stands out, %: as of a delivery. */
const FEED_SHARE = 5

/** Animals and feed that came, went and are missing; `at`: until an instant (ISO UTC). */
export function MassBalanceSums({ id, at, isClosed = false }: { id: string; at?: string | undefined; isClosed?: boolean }) {
  const t = useText()
  const { data: balance, error, refetch } = useQuery({ ...massBalanceQuery(id, at), placeholderData: keepPreviousData })
  if (!balance)
    return error ? <Failed what={t('kpi.failed')} error={error} retry={() => void refetch()} /> : <Skeletons rows={4} />
  const { animals } = balance
  return (
    <div className="stack">
      <div className="balance">
        <Sums
          title={t('batch.animals')}
          terms={[
            { label: t('balance.entered'), value: number(animals.entries, t) },
            { label: t('balance.soldOrMoved'), value: number(0 - animals.exits, t) },
            { label: t('batch.deaths'), value: number(0 - animals.deaths, t) },
          ]}
          result={{
            label: t('kpi.unexplained'),
            value: number(animals.unexplained, t),
            note: animals.unexplained === 0 ? undefined : shareText(animals.share, t),
            odd: animals.unexplained !== 0,
          }}
        />
        <FeedSums feed={balance.feed} />
      </div>
      {animals.unexplained > 0 && (
        <Note icon={<IconAlertTriangle size={16} aria-hidden className="balance-odd" />}>
          {t(isClosed ? 'balance.animalsMissed' : 'balance.animalsHint', { count: animals.unexplained })}
        </Note>
      )}
    </div>
  )
}

const shareText = (share: number, t: ReturnType<typeof useText>) =>
  share === NOT_COMPUTABLE ? undefined : figureText(share, '%', 2, t)

function FeedSums({ feed }: { feed: MassBalance['feed'] }) {
  const t = useText()
  const kilograms = (value: number | null, sign = 1) =>
    value === null ? missing : quantity(value === 0 ? 0 : sign * value, 'kg', t, 0)
  return (
    <Sums
      title={t('balance.feed')}
      terms={[
        ...(feed.initial ? [{ label: t('balance.feedInitial'), value: kilograms(feed.initial) }] : []),
        { label: t('balance.feedIn'), value: kilograms(feed.entries) },
        ...(feed.exits > 0 ? [{ label: t('balance.feedOut'), value: kilograms(feed.exits, -1) }] : []),
        ...(feed.pendingEntries > 0 ? [{ label: t('balance.pendingIn'), value: kilograms(feed.pendingEntries) }] : []),
        ...(feed.pendingExits > 0 ? [{ label: t('balance.pendingOut'), value: kilograms(feed.pendingExits, -1) }] : []),
        {
          label: t('balance.eaten'),
          value: kilograms(feed.consumed, -1),
          note: eatenNote(feed, t),
        },
        { label: t('balance.feedLeft'), value: kilograms(feed.left, -1) },
      ]}
      result={{
        label: t('balance.feedUnexplained'),
        value: feed.unexplained === null ? t('balance.unknown') : quantity(feed.unexplained, 'kg', t, 0),
        note: feed.unexplained === null ? undefined : shareText(feed.share, t),
        odd: feed.unexplained !== null && feed.share !== NOT_COMPUTABLE && Math.abs(feed.share) > FEED_SHARE,
      }}
    />
  )
}

/** Where the feed eaten was not measured: on which days, or on none. */
function eatenNote({ consumed, consumedDays, isConsumedByStock }: MassBalance['feed'], t: ReturnType<typeof useText>) {
  if (consumed === null) return null
  return isConsumedByStock ? t('balance.byStock') : partText(consumedDays, t)
}

interface Term {
  readonly label: string
  readonly value: string
  readonly note?: string | null | undefined
}

function Sums({ title, terms, result }: { title: string; terms: readonly Term[]; result: Term & { readonly odd: boolean } }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl>
        {terms.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {value}
              {note && <span className="dim"> {note}</span>}
            </dd>
          </div>
        ))}
        <div className="balance-result">
          <dt>{result.label}</dt>
          <dd className={result.odd ? 'num balance-odd' : 'num'}>
            {result.value}
            {result.note && <span> ({result.note})</span>}
          </dd>
        </div>
      </dl>
    </div>
  )
}
