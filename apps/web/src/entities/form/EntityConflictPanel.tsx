import type { Entity } from '@steading/contract/entities/entities'
import { number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { type EditEntityValues, changedBetween, toFormValues } from './entityForm.ts'
import { listed, statusStates, tagName } from '../words.tsx'

type Field = ReturnType<typeof changedBetween>[number]

const words = {
  name: 'ui.name',
  code: 'entity.code',
  status: 'entity.status.label',
  responsibleUserIds: 'entity.responsibles',
  entityInfo: 'entity.notes',
  billingInformation: 'entity.billing',
  area: 'entity.area',
  usableArea: 'entity.usableArea',
  height: 'entity.height',
  ventilationCapacity: 'entity.ventilationCapacity',
  distressTemperature: 'entity.distressTemperature',
  lethalTemperature: 'entity.lethalTemperature',
  latitude: 'entity.latitude',
  longitude: 'entity.longitude',
  areaBoundaries: 'entity.boundary',
  tagIds: 'tag.many',
  timeZone: 'ui.timeZone',
} as const satisfies Record<Field, TextKey>

/** What somebody else saved while one was typing: which entries, with what, and a way to take each. */
export function EntityConflictPanel({
  base,
  latest,
  mine,
  take,
}: {
  /** As it was when one began. */
  base: Entity
  latest: Entity
  mine: EditEntityValues
  take: (field: Field, value: EditEntityValues[Field]) => void
}) {
  const t = useText()
  const { language } = useLanguage()
  const values = toFormValues(latest)
  const fields = changedBetween(toFormValues(base), values)
  const fieldWords = (field: Field): string => {
    if (field === 'tagIds')
      return listed(
        latest.tags.map(tag => tagName(tag, language)),
        t,
      )
    if (field === 'responsibleUserIds')
      return listed(
        latest.responsibleUsers.map(user => user.shortName),
        t,
      )
    return plainly(field, values, t)
  }
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={fields.map(field => ({
        key: field,
        label: t(words[field]),
        value: fieldWords(field),
        isTaken: isEqual(mine[field], values[field]),
        take: () => take(field, values[field]),
      }))}
    />
  )
}

const UNITS: Readonly<Partial<Record<Field, string>>> = {
  area: 'm²',
  usableArea: 'm²',
  height: 'm',
  ventilationCapacity: 'm³/h',
  distressTemperature: '°C',
  lethalTemperature: '°C',
}

function plainly(field: Field, values: EditEntityValues, t: Translate): string {
  if (field === 'status') return t(statusStates[values.status].word)
  const unit = UNITS[field]
  if (unit !== undefined) return typeof values[field] === 'number' ? quantity(values[field], unit, t) : ''
  if (field === 'latitude' || field === 'longitude') return values[field] === undefined ? '' : number(values[field], t, [5, 7])
  if (field === 'billingInformation')
    return Object.values(values.billingInformation ?? {})
      .filter(Boolean)
      .join(', ')
  return String(values[field] ?? '')
}
