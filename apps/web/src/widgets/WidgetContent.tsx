import { CatchBoundary } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../platform/texts.tsx'
import type { LazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { registry } from './registry.ts'
import type { ShownWidget } from './shownWidget.ts'
import type { Needs, WidgetData, WidgetProps } from './view.ts'
import { WidgetSkeleton } from './WidgetSkeleton.tsx'
import { Widget } from './Widget.tsx'

/** What a placed widget needs of the server; nothing when its configuration does not hold, or its house has nothing of it. */
export function needsOf({ type, configs, isBroken, house }: Pick<ShownWidget, 'type' | 'configs' | 'isBroken' | 'house'>): Needs {
  if (isBroken || house?.isEmpty) return { interfaceIds: [], hours: 0, chart: false }
  const needs = registry[type].needs as (configs: unknown) => Omit<Needs, 'chart'> // safe: the server parsed it by the schema of its type
  const found = needs(configs)
  return { ...found, chart: registry[type].flow === 'chart' && found.hours > 0 }
}

/** One widget of a dashboard. What breaks in one stays in one. */
export function WidgetContent({
  widget: { id, dashboardId, type, configs, isBroken, files, house },
  isDraft = false,
  data,
  error,
  retry,
}: {
  widget: Pick<ShownWidget, 'id' | 'type' | 'configs' | 'isBroken' | 'files' | 'house'> &
    Partial<Pick<ShownWidget, 'dashboardId'>>
  /** Its configuration is not saved yet. */
  isDraft?: boolean
  /** Absent: on its way, or failed as `error` says. */
  data: WidgetData | undefined
  error?: unknown
  retry?: (() => void) | undefined
}) {
  // The view is loaded beside its data, not after them. It is loaded again when it is rendered, should this fail.
  useEffect(() => void registry[type].view.fetch().catch(() => undefined), [type])
  if (isBroken) return <Unreadable />
  if (!data) return error ? <Broken error={error} retry={retry} /> : <WidgetSkeleton />
  const View = registry[type].view as LazyComponent<
    { configs: unknown; data: WidgetData } & Pick<WidgetProps<'TITLE'>, 'widget' | 'files' | 'places'>
  > // safe: the server parsed it by the schema of its type
  return (
    <CatchBoundary getResetKey={() => type} errorComponent={Broken} onCatch={error => console.error('a widget broke', error)}>
      <View
        widget={{ id, dashboardId, house: house?.id, draft: isDraft ? configs : undefined }}
        files={files}
        configs={configs}
        places={house?.places}
        data={data}
        waiting={<WidgetSkeleton />}
      />
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

/** A configuration that does not hold in this version: whoever arranges the dashboard repairs it in its settings. */
function Unreadable() {
  const t = useText()
  return (
    <Widget name={t('ui.tile')}>
      <p className="dim">{t('widget.broken')}</p>
    </Widget>
  )
}
