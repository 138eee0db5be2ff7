import type { BatchForecast } from '@steading/contract/production/figures'
import type { SpeciesCode } from '@steading/contract/production/species'
import { date } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { animalWeightText } from '@steading/locales/kpis'

/** A day of the house as people write it. */
export const dayText = (day: string, t: Translate): string => date(day, 'UTC', t)

type Slaughter = NonNullable<BatchForecast['slaughter']>

/** The band of the day on which the target weight is reached; undefined: even its first limit lies beyond the curve. */
export function slaughterBand({ earliest, latest }: Slaughter, t: Translate): string | undefined {
  if (earliest === null) return undefined
  return latest === null
    ? t('forecast.bandOpen', { earliest: dayText(earliest, t) })
    : t('forecast.band', { earliest: dayText(earliest, t), latest: dayText(latest, t) })
}

/** When the target weight is reached, in one line. */
export function slaughterText(slaughter: Slaughter, species: SpeciesCode, t: Translate): string {
  const weight = animalWeightText(slaughter.targetWeight, species, t)
  const moment =
    slaughter.day === null ? t('forecast.beyond', { weight }) : t('forecast.target', { weight, day: dayText(slaughter.day, t) })
  return [moment, slaughterBand(slaughter, t)].filter(Boolean).join(' · ')
}
