import type { Interface } from '@steading/contract/devices/interfaces'
import type { Widget } from '@steading/contract/widgets/dashboards'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { catalogueEntry } from '../widgetForm/catalogue.ts'
import { widgetLabel } from '../widgetForm/widgetLabel.ts'
import { CHANGE_KINDS, type Changes, hasChanges } from './changes.ts'
import './changeList.css'

/** Names widgets, each with its type: a chart and a gauge of one sensor are called alike. */
export const namesOf = (
  widgets: readonly Widget[],
  interfaces: ReadonlyMap<string, Interface> | undefined,
  t: Translate,
): string =>
  widgets
    .map(widget => {
      const [label, type] = [widgetLabel(widget, interfaces, t), t(catalogueEntry(widget.type).name)]
      return label === type ? label : `${label} (${type})`
    })
    .join(' · ')

/** Names the widgets that changed, by kind of change. */
export function ChangeList({
  title,
  changes,
  interfaces,
}: {
  title: string
  changes: Changes
  /** Those known, by which widgets without a title are called. */
  interfaces?: ReadonlyMap<string, Interface> | undefined
}) {
  const t = useText()
  const kinds = CHANGE_KINDS.filter(kind => changes[kind].length > 0)
  return (
    <section className="change-list">
      <h3>{title}</h3>
      <ul>
        {kinds.map(kind => (
          <li key={kind}>{t(`dashboard.change.${kind}`, { names: namesOf(changes[kind], interfaces, t) })}</li>
        ))}
        {!hasChanges(changes) && <li>{t('dashboard.change.none')}</li>}
      </ul>
    </section>
  )
}
