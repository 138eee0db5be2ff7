import { WIDGETS, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import ConsumptionView from '../../../src/widgets/consumption/consumption.view.tsx'
import CounterView from '../../../src/widgets/counter/counter.view.tsx'
import DirectValueView from '../../../src/widgets/directValue/directValue.view.tsx'
import { Grid } from '../../../src/widgets/grid/Grid.tsx'
import MilkView from '../../../src/widgets/milk/milk.view.tsx'
import ScoreCardView from '../../../src/widgets/scoreCard/scoreCard.view.tsx'
import SiloView from '../../../src/widgets/silo/silo.view.tsx'
import SimpleBatchInfoView from '../../../src/widgets/simpleBatchInfo/simpleBatchInfo.view.tsx'
import { sessionSource } from '../../../src/widgets/source/sessionSource.ts'
import { SourceProvider } from '../../../src/widgets/source/source.ts'
import { openStage } from '../stage.tsx'
import { isClipped, textNodes, wordsOf } from './clippedText.ts'
import { sampleBatch, sampleKpis } from './dataWidget.sample.ts'
import { pageOf } from '../feedType.sample.ts'
import { dataOf, propsOf, sampleConsumption, sampleMilk, sampleSilo, seriesOf } from './widget.sample.ts'

/** The grid of a page of 1440 px beside its navigation, and that of a kiosk of 1920 px. */
const WIDTHS = [1160, 1880] as const
const HOUR = 3_600_000

interface Case {
  readonly name: string
  readonly type: WidgetTypeName
  readonly view: ReactNode
  readonly replies?: Readonly<Record<string, () => unknown>>
  /** Texts that each of its places has to show. */
  readonly facts: readonly RegExp[]
}

const twoDays = () => {
  const end = Math.floor(Date.now() / HOUR) * HOUR
  const hours = Array.from({ length: 48 }, (_, hour) => hour)
  const times = hours.map(hour => end - (48 - hour) * HOUR)
  return [{ interfaceId: '1', resolution: 'HOUR', step: 3600, times, values: hours.map(hour => (hour < 24 ? 24 : 26)) }]
}
const bySeverity = { LOW: 1, MODERATE: 0, MAJOR: 3, CRITICAL: 2, total: 6 }
const standing = { activeRules: 9, errorRules: 1, undeployedRules: 2, pendingRules: 0 }
const ruleCounts = {
  ...standing,
  categories: [
    { ...standing, category: 'THERMOSTAT' },
    { ...standing, category: 'SCHEDULER' },
  ],
}

const cases: readonly Case[] = [
  {
    name: 'SCORE_CARD of an interface',
    type: 'SCORE_CARD',
    view: <ScoreCardView {...propsOf('SCORE_CARD', { interfaceId: '1', target: 25, better: 'LOWER' })} />,
    replies: { 'GET /widgets/chart_series_readings': twoDays },
    facts: [/^26\.0$/, /Target 25 °C not reached/, /^\+2\.0 °C$/, /vs\. period before/],
  },
  {
    name: 'SCORE_CARD of a batch',
    type: 'SCORE_CARD',
    view: (
      <ScoreCardView
        {...propsOf('SCORE_CARD', { source: 'BATCH', entityId: '3', kpi: 'mortality', target: 3, better: 'LOWER' })}
      />
    ),
    replies: {
      'GET /batches/search': () => pageOf([sampleBatch]),
      'GET /batches/:id/last-batch': () => ({ batch: { ...sampleBatch, id: '11', code: 'LAQPL-2602' } }),
      'GET /batches/:id/kpis': () => sampleKpis({ mortality: 2.76 }),
    },
    facts: [/^2\.76$/, /Target 3 % reached/],
  },
  {
    name: 'DIRECT_VALUE',
    type: 'DIRECT_VALUE',
    view: (
      <DirectValueView
        {...propsOf(
          'DIRECT_VALUE',
          { interfaceId: '1' },
          { data: dataOf(undefined, { series: new Map([['1', seriesOf('1', hour => hour)]]) }) },
        )}
      />
    ),
    facts: [/^24\.6$/, /ago|no reading/i],
  },
  {
    name: 'COUNTER of events',
    type: 'COUNTER',
    view: <CounterView {...propsOf('COUNTER', { type: 'EVENTS' })} />,
    replies: { 'GET /events/count': () => bySeverity },
    facts: [/^6$/, /^2$/, /^3$/, /^1$/],
  },
  {
    name: 'COUNTER of rules',
    type: 'COUNTER',
    view: <CounterView {...propsOf('COUNTER', { type: 'RULES' })} />,
    replies: { 'GET /rules/count': () => ruleCounts },
    facts: [/^12$/, /Rules$/, /Schedules$/],
  },
  {
    name: 'SIMPLE_BATCH_INFO of a figure',
    type: 'SIMPLE_BATCH_INFO',
    view: <SimpleBatchInfoView {...propsOf('SIMPLE_BATCH_INFO', { option: 'MORTALITY' })} />,
    replies: { 'GET /widgets/mortalityInfo': () => ({ value: 3.1, previous: 2.6, batches: 4 }) },
    facts: [/^3\.10$/, /^\+0\.50 %$/, /4 closed batches/],
  },
  {
    name: 'SILO',
    type: 'SILO',
    view: <SiloView {...propsOf('SILO', { interfaceId: '3' })} />,
    replies: { 'GET /widgets/siloInfo/:id': () => sampleSilo() },
    facts: [/^6\.2$/, /empty between/, /Order by/, /5,040 kg/, /of 12,000 kg/],
  },
  {
    name: 'MILK',
    type: 'MILK',
    view: <MilkView {...propsOf('MILK', { interfaceId: '4' })} />,
    replies: { 'GET /widgets/milk/:id': () => sampleMilk() },
    facts: [/^812$/, /^2,456$/, /\+2\.8 %/, /^2,390$/],
  },
  {
    name: 'CONSUMPTION',
    type: 'CONSUMPTION',
    view: <ConsumptionView {...propsOf('CONSUMPTION', { interfaceIds: ['20'] })} />,
    replies: { 'GET /widgets/consumption/:id': () => sampleConsumption() },
    facts: [/^1,840$/, /\+9 %/, /yesterday by this time/],
  },
]

const places = cases.flatMap(given =>
  WIDTHS.flatMap(width => {
    const { size, min } = WIDGETS[given.type]
    return [
      { ...given, width, size: 'default', w: size.w, h: size.h },
      { ...given, width, size: 'smallest', w: min.w, h: min.h },
    ]
  }),
)

test.each(places)(
  '$name shows its facts whole in its $size place of $width px',
  async ({ view, type, replies = {}, facts, width, w, h }) => {
    document.documentElement.dataset['theme'] = 'steading'
    const widget = { id: '5', dashboardId: '1', type, configs: {}, isBroken: false, files: [] }
    const { screen } = await openStage(
      <SourceProvider value={sessionSource}>
        <div data-testid="board" style={{ width }}>
          <Grid layout={[{ id: '5', x: 0, y: 0, w, h }]} widgets={{ '5': widget }}>
            {() => view}
          </Grid>
        </div>
      </SourceProvider>,
      { replies },
    )
    const board = screen.getByTestId('board').element()
    const lacking = () => {
      const texts = textNodes(board).map(node => wordsOf(node))
      return facts.filter(fact => !texts.some(text => fact.test(text)))
    }
    await expect.poll(lacking).toEqual([])
    const clipped = textNodes(board)
      .filter(node => isClipped(node, board))
      .map(node => wordsOf(node))
    expect(clipped.filter(text => facts.some(fact => fact.test(text)))).toEqual([])
  },
)
