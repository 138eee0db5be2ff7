import { Button } from '@mantine/core'
import type { DrillDetails, DrillMessage } from '@steading/contract/events/drills'
import { dateTime, missing } from '@steading/locales/format'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SendingState, channelWord } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { drillQuery } from './drills.queries.ts'
import { byWords, failedWords, planWords, ResultPill, whyWords } from './words.tsx'
import '../ui/list/list.css'
import './record.css'

/** The record of one drill: a page that can be printed and signed. Its times are by the clock of the house. */
export default function DrillRecord() {
  const t = useText()
  const { data: of, error, refetch } = useQuery(drillQuery(useParam('drillId')))
  const back = { href: listHref('/drills'), label: t('nav.drills') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  return (
    <div className="stack drill-record">
      <PageHead
        back={back}
        title={t('drill.record')}
        meta={
          <>
            <ResultPill of={of.result} />
            <span>{t('drill.number', { id: of.id })}</span>
          </>
        }
        actions={
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('drill.print')}
          </Button>
        }
        stacked
      />
      {of.stage && (
        <p className="drill-failed">
          {failedWords(of, t)}
          {of.reason && <span className="dim"> · {whyWords(of, t)}</span>}
        </p>
      )}
      <DrillSummary of={of} />
      <Way of={of} />
      <RecipientList of={of} />
      <Signature />
    </div>
  )
}

function DrillSummary({ of }: { of: DrillDetails }) {
  const t = useText()
  return (
    <Card title={`${of.farmName} · ${of.houseName}`}>
      <Fields
        items={[
          { label: t('entity.farm'), value: of.farmName },
          { label: t('entity.sector'), value: of.houseName },
          { label: t('terminal.one'), value: of.boxName },
          { label: t('drill.began'), value: <span className="num">{dateTime(of.startedUtc, of.timeZone, t)}</span> },
          { label: t('drill.by.label'), value: byWords(of, t) },
          { label: t('drill.plan.title'), value: planWords(of.plan, t) },
          { label: t('drill.result.label'), value: <ResultPill of={of.result} /> },
          { label: t('ui.timeZone'), value: of.timeZone },
        ]}
      />
    </Card>
  )
}

const earliest = (all: readonly (string | null)[]) => all.filter(one => one !== null).toSorted()[0] ?? null

/** Each stage with its time: where it stops, the alarm stopped. */
function Way({ of }: { of: DrillDetails }) {
  const t = useText()
  const stages = [
    ['drill.way.began', of.startedUtc],
    ['drill.way.box', of.boxUtc],
    ['drill.way.platform', of.receivedUtc],
    ['drill.way.told', earliest(of.messages.map(message => message.sentUtc))],
    ['drill.way.confirmed', earliest(of.messages.map(message => message.confirmedUtc))],
  ] as const
  return (
    <Card title={t('drill.way.title')}>
      <ol className="drill-way">
        {stages.map(([word, at]) => (
          <li key={word} data-reached={at !== null || undefined}>
            <span>{t(word)}</span>
            <span className="num">{at === null ? missing : dateTime(at, of.timeZone, t)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function RecipientList({ of: { messages, timeZone } }: { of: DrillDetails }) {
  const t = useText()
  const when = (at: string | null) => <span className="num">{at === null ? missing : dateTime(at, timeZone, t)}</span>
  if (messages.length === 0) return null
  return (
    <Card title={t('drill.people')} flush>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
      <section className="table-wrap scroll-x" tabIndex={0} aria-label={t('drill.people')}>
        <table className="table cards">
          <thead>
            <tr>
              <th scope="col">{t('ui.name')}</th>
              <th scope="col">{t('outbox.channel')}</th>
              <th scope="col">{t('event.status.label')}</th>
              <th scope="col">{t('drill.sent')}</th>
              <th scope="col">{t('drill.confirmed')}</th>
            </tr>
          </thead>
          <tbody>
            {messages.map(message => (
              <tr key={message.notificationId}>
                <th scope="row">{message.name}</th>
                <td data-label={t('outbox.channel')}>{t(channelWord[message.channel])}</td>
                <td data-label={t('event.status.label')}>
                  <SendingState of={asNotification(message)} />
                </td>
                <td data-label={t('drill.sent')}>{when(message.sentUtc)}</td>
                <td data-label={t('drill.confirmed')}>{when(message.confirmedUtc)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

/** As the list of messages shows its state; the confirmation has a column of its own. */
const asNotification = ({ state, withheldFor }: DrillMessage) => ({
  state,
  withheldFor,
  repeated: false,
  digestId: null,
  acknowledgedUtc: null,
})

export function Signature() {
  const t = useText()
  return (
    <div className="drill-signature" aria-hidden>
      <span>{t('drill.signature')}</span>
    </div>
  )
}
