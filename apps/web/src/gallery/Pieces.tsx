import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../platform/texts.tsx'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { EventState } from '../ui/marks/EventState.tsx'
import { SeverityMark, severities } from '../ui/marks/SeverityMark.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { confirm, tell } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Delta, Kpi, KpiBar } from '../ui/page/Kpi.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Progress } from '../ui/state/Progress.tsx'
import { SkeletonValue, Skeletons } from '../ui/state/Skeletons.tsx'
import { Widget } from '../widgets/Widget.tsx'
import { data, now } from './samples.ts'

/** Marks, states, figures, charts. */
export function Pieces() {
  const t = useText()
  const panes = useMemo(() => {
    const line = (id: string) => ({ times: data.series.get(id)?.times ?? [], values: data.series.get(id)?.values ?? [] })
    return [
      {
        unit: '°C',
        decimals: 1,
        share: 2,
        lines: [
          { name: 'House 1', series: 1, ...line('5') },
          { name: 'House 2', series: 2, subject: true, ...line('1') },
          { name: 'Outside', series: 8, dashed: true, ...line('6') },
        ],
        limits: [
          { value: 26, words: t('tile.alarmAbove', { value: '26,0 °C' }), tone: 'critical' as const, beyond: 'above' as const },
        ],
        spans: [{ from: now - 47 * 60_000, to: now - 37 * 60_000, tone: 'pending' as const }],
      },
      { unit: 'Pa', decimals: 0, lines: [{ name: 'Static pressure', series: 3, ...line('7') }] },
    ]
  }, [t])
  const range = useMemo(() => [now - 24 * 3_600_000, now] as const, [])
  return (
    <>
      <PageHead title="Pieces" meta="Marks, states, figures" mark={<SeverityMark level="CRITICAL" size={24} />} />
      <KpiBar label="Batch">
        <Kpi lead label="Animals" value="19.624" note="of 20.000" />
        <Kpi lead label={t('kpi.mortality')} value="1,88" unit="%" note={<Delta value="−0,3 %" good against="last batch" />} />
        <Kpi
          label={t('kpi.currentWeight')}
          value="1,581"
          unit="kg"
          note={<Delta value="−2,2 %" good={false} against="Ross 308" />}
        />
        <Kpi label={t('batch.age')} value="28" unit="d" note="of 42" />
        <Kpi label="Water" value="1.214" unit="L" note={<Delta value="+3 %" against="yesterday" />} />
      </KpiBar>
      <div className="gallery-cards">
        <Card title="Marks">
          <div className="gallery-marks">
            {severities.map(level => (
              <SeverityMark key={level} level={level} word />
            ))}
          </div>
          <div className="gallery-marks">
            <StatusPill tone="ok">{t('deploy.status.deployed')}</StatusPill>
            <StatusPill tone="pending">{t('deploy.status.pendingDeploy')}</StatusPill>
            <StatusPill tone="error">{t('deploy.status.error')}</StatusPill>
            <StatusPill tone="idle">{t('deploy.status.undeployed')}</StatusPill>
          </div>
          <div className="gallery-marks">
            {(['open', 'seen', 'going', 'onSite', 'closed'] as const).map(step => (
              <EventState key={step} step={step} who={step === 'going' ? 'João' : undefined} />
            ))}
          </div>
          <div className="gallery-marks">
            <CommandState tone="sent">{t('command.sent')}</CommandState>
            <CommandState tone="done">{t('command.confirmed', { time: '03:06' })}</CommandState>
            <CommandState tone="noFeedback">{t('command.noFeedback')}</CommandState>
          </div>
        </Card>
        <Card title="Buttons and dialogs">
          <div className="gallery-marks">
            <Button onClick={() => toast(t('state.saved'))}>Toast</Button>
            <Button
              variant="default"
              onClick={() =>
                void confirm({ title: t('confirm.discard'), yes: t('ui.discard'), no: t('form.stay'), danger: true })
              }
            >
              Ask
            </Button>
            <Button
              variant="light"
              onClick={() =>
                void tell({
                  title: t('failed.title'),
                  text: t('failures.VERSION_CONFLICT'),
                  yes: t('ui.close'),
                  requestId: '7f3a-91c2',
                })
              }
            >
              Error
            </Button>
            <Button variant="subtle">Subtle</Button>
            <Button color="red">Danger</Button>
            <Button disabled>Off</Button>
          </div>
          <Note>The rules in the smart box go on working without the internet.</Note>
        </Card>
        <Card title="Known">
          <Fields
            items={[
              { label: 'Condition', value: 'average > 26,0 °C' },
              { label: 'Permanence', value: '10 min' },
              { label: 'Runs on', value: 'QPL-01' },
              { label: 'Notes', value: '' },
            ]}
          />
        </Card>
        <Card title="Loading" flush>
          <Skeletons rows={4} />
        </Card>
        <Card title="Empty">
          <Empty
            icon={<IconBellOff size={30} stroke={1.4} />}
            title={t('empty.events')}
            action={<Button size="xs">{t('ui.clearFilters')}</Button>}
          >
            Three filters are on.
          </Empty>
        </Card>
        <Card title="Failed, working">
          <div className="stack">
            <Failed what={t('failed.list')} error={new Error('broken')} retry={() => undefined} />
            <Progress name="Deploying 48 rules" done={31} refused={2} total={48} />
            <Widget name="CO₂" place="Pavilhão 3">
              <SkeletonValue />
            </Widget>
          </div>
        </Card>
        <Card title="Chart" className="gallery-wide">
          <div className="gallery-chart">
            <TimeChart title="Temperature and pressure" panes={panes} range={range} />
          </div>
        </Card>
      </div>
    </>
  )
}
