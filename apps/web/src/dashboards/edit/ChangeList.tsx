import type { Interface } from '@steading/contract/devices/interfaces'
import { useText } from '../../platform/texts.tsx'
import { widgetLabel } from '../widgetForm/widgetLabel.ts'
import { CHANGE_KINDS, type Changes, hasChanges } from './changes.ts'
import './changeList.css'

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
  const namesOf = (kind: keyof Changes) => changes[kind].map(widget => widgetLabel(widget, interfaces, t)).join(' · ')
  const kinds = CHANGE_KINDS.filter(kind => changes[kind].length > 0)
  return (
    <section className="change-list">
      <h3>{title}</h3>
      <ul>
        {kinds.map(kind => (
          <li key={kind}>{t(`dashboard.change.${kind}`, { names: namesOf(kind) })}</li>
        ))}
        {!hasChanges(changes) && <li>{t('dashboard.change.none')}</li>}
      </ul>
    </section>
  )
}
