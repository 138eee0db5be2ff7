import type { Widget as Placed } from '@steading/contract/dashboards'
import { WIDGET_CONFIGS } from '@steading/contract/widgets'
import { CatchBoundary } from '@tanstack/react-router'
import { useText } from '../platform/texts.tsx'
import type { Later } from '../ui/later/later.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { registry } from './registry.ts'
import type { Needs, WidgetData } from './view.ts'
import { Waiting } from './Waiting.tsx'
import { Widget } from './Widget.tsx'

/** What a placed widget needs of the server; nothing when its configuration does not hold. */
export function needsOf({ type, configs }: Pick<Placed, 'type' | 'configs'>): Needs {
  const parsed = WIDGET_CONFIGS[type].safeParse(configs)
  if (!parsed.success) return { interfaceIds: [], hours: 0, chart: false }
  const needs = registry[type].needs as (configs: unknown) => Omit<Needs, 'chart'> // safe: parsed by the schema of its own type
  return { ...needs(parsed.data), chart: registry[type].flow === 'chart' }
}

/** One widget of a dashboard. What breaks in one stays in one. */
export function Shown({
  widget: { type, configs },
  data,
  error,
  retry,
}: {
  widget: Pick<Placed, 'type' | 'configs'>
  /** Absent: on its way, or failed as `error` says. */
  data: WidgetData | undefined
  error?: unknown
  retry?: (() => void) | undefined
}) {
  const parsed = WIDGET_CONFIGS[type].safeParse(configs)
  if (!parsed.success) return <Broken error={parsed.error} />
  if (!data) return error ? <Broken error={error} retry={retry} /> : <Waiting />
  const View = registry[type].view as Later<{ configs: unknown; data: WidgetData }> // safe: parsed by the schema of its own type
  return (
    <CatchBoundary getResetKey={() => type} errorComponent={Broken} onCatch={error => console.error('a widget broke', error)}>
      <View configs={parsed.data} data={data} waiting={<Waiting />} />
    </CatchBoundary>
  )
}

function Broken({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const t = useText()
  return (
    <Widget name={t('ui.tile')}>
      <Failed what={t('failed.tile')} error={error} retry={retry} />
    </Widget>
  )
}
