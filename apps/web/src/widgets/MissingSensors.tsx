import { useText } from '../platform/texts.tsx'
import type { WidgetData } from './view.ts'

/** Says how many of several interfaces are gone or out of reach; nothing where all are there. */
export function MissingSensors({ ids, interfaces }: { ids: readonly string[]; interfaces: WidgetData['interfaces'] }) {
  const t = useText()
  const count = ids.filter(id => !interfaces.has(id)).length
  return count > 0 ? <p className="w-missing">{t('widget.missingSensors', { count })}</p> : null
}
