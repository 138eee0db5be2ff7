import type { Batch } from '@steading/contract/production/batches'
import { PRODUCTION_CLASSES } from '@steading/contract/production/batches'
import { PRODUCTION_TYPES } from '@steading/contract/production/species'
import { productionClassName, productionTypeName } from '@steading/locales/production'
import { localDayIn } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { batchDayAt } from '@steading/production/age'

export const productionTypeOptions = (t: Translate) =>
  PRODUCTION_TYPES.map(type => ({ value: String(type.id), label: productionTypeName(type, t) }))

export const productionClassOptions = (t: Translate) =>
  PRODUCTION_CLASSES.map(value => ({ value, label: productionClassName(value, t) }))

/** That a batch is open, and on which of its days, by the clocks of its house. */
export const openDayText = ({ openDate, timeZone }: Pick<Batch, 'openDate' | 'timeZone'>, now: number, t: Translate): string =>
  t('batch.openDay', { day: batchDayAt(Date.parse(openDate), localDayIn(timeZone), now) })
