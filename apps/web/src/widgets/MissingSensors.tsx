import { useText } from '../platform/texts.tsx'
import type { WidgetData } from './view.ts'

/** Says how many of several interfaces are gone or out of reach; nothing where all are there. */
export function MissingSensors({ count }: { count: number }) {
  const t = useText()
  return count > 0 ? <p className="w-missing">{t('widget.missingSensors', { count })}</p> : null
}

/** How many of several interfaces are gone or out of reach. */
export const countMissing = (ids: readonly string[], interfaces: WidgetData['interfaces']): number =>
  ids.filter(id => !interfaces.has(id)).length
