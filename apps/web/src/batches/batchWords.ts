import { PRODUCTION_CLASSES } from '@steading/contract/production/batches'
import { PRODUCTION_TYPES } from '@steading/contract/production/species'
import { productionClassName, productionTypeName } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'

export const productionTypeOptions = (t: Translate) =>
  PRODUCTION_TYPES.map(type => ({ value: String(type.id), label: productionTypeName(type, t) }))

export const productionClassOptions = (t: Translate) =>
  PRODUCTION_CLASSES.map(value => ({ value, label: productionClassName(value, t) }))
