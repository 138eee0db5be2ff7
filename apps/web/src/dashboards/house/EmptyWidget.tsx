import { IconPlugConnectedX } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { type ShownWidget, Widget, WidgetSkeleton } from '../../widgets/index.ts'
import { widgetLabel } from '../widgetForm/widgetLabel.ts'

/** A widget whose house has none of the sensors that it shows, or whose house is not known yet. */
export default function EmptyWidget({ widget }: { widget: ShownWidget }) {
  const t = useText()
  const { lacking, failure } = widget.house ?? {}
  const name = widgetLabel(widget, undefined, t)
  if (failure)
    return (
      <Widget name={name}>
        <Failed what={t('failed.tile')} error={failure.error} retry={failure.retry} />
      </Widget>
    )
  if (lacking === undefined) return <WidgetSkeleton />
  return (
    <Widget name={name}>
      <div className="w-fail">
        <IconPlugConnectedX size={18} aria-hidden />
        <span>{lacking}</span>
      </div>
    </Widget>
  )
}
