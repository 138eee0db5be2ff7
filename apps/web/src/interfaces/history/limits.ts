import type { AlarmLimit, Interface } from '@steading/contract/devices/interfaces'
import { exactQuantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Limit } from '../../ui/chart/draw/lines.ts'

const tones = { CRITICAL: 'critical', MAJOR: 'major', MODERATE: 'pending', LOW: 'ink-3' } as const

/** Alarm limits of an interface as lines across its chart; equal values once, in the tone of the worst. */
export function chartLimits(item: Pick<Interface, 'unit' | 'decimals'>, limits: readonly AlarmLimit[], t: Translate): Limit[] {
  const ranks = Object.keys(tones)
  const worstFirst = limits.toSorted((a, b) => ranks.indexOf(a.severityLevel) - ranks.indexOf(b.severityLevel))
  const lines = new Map<string, Limit>()
  for (const { value, logicOperator, severityLevel } of worstFirst) {
    const side = logicOperator.startsWith('GREATER') ? 'above' : logicOperator.startsWith('LESS') ? 'below' : undefined
    const key = `${side} ${value}`
    const words = exactQuantity(value, item.unit ?? '', t, item.decimals)
    if (lines.has(key)) continue
    lines.set(key, {
      value,
      tone: tones[severityLevel],
      words: side ? t(side === 'above' ? 'tile.alarmAbove' : 'tile.alarmBelow', { value: words }) : words,
      ...(side && { side }),
    })
  }
  return [...lines.values()]
}
