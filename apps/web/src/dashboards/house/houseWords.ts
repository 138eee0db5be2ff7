import { houseSensorOf } from '@steading/contract/widgets/houseSensors'
import type { Translate } from '@steading/locales/text'
import { categoryName } from '../../interfaces/index.ts'

/** A sensor of a house by its category, with its position where it is not the first. */
export function houseSensorWords(key: string, t: Translate): string {
  const sensor = houseSensorOf(key)
  if (!sensor) return key
  const name = categoryName(sensor.category, t)
  return sensor.position === 1 ? name : `${name} ${sensor.position}`
}

/** Which sensors a house lacks, in a sentence. */
export const lackingWords = (house: string, keys: readonly string[], t: Translate): string =>
  t('widget.house.lacks', { house, sensors: [...new Set(keys.map(key => houseSensorWords(key, t)))].join(', ') })
