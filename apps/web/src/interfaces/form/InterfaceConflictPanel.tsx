import type { UseFormReturnType } from '@mantine/form'
import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import { duration, number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { type EditInterfaceValues, type Field, changedBetween, toFormValues } from './interfaceForm.ts'
import { insertHiddenSources } from './sourceOrder.ts'
import { useSources } from './useSources.ts'
import { categoryName, historyName, operationName, valueWords } from '../words.ts'

const words = {
  displayName: 'ui.name',
  entityId: 'terminal.place',
  category: 'interface.category',
  address: 'interface.address',
  virtual: 'interface.calculation',
  every: 'interface.every',
  factor: 'interface.factor',
  offset: 'interface.offset',
  historyConfiguration: 'interface.keeps',
  historySeconds: 'interface.interval',
  hidden: 'interface.hidden',
  min: 'interface.lowest',
  max: 'interface.highest',
  safeValue: 'interface.safeValue',
  modulus: 'interface.modulus',
  maxRate: 'interface.maxRate',
  capacity: 'interface.capacity',
} as const satisfies Record<Field, TextKey>

/** What somebody else saved of a sensor or device while one was typing: of what one may change oneself. */
export function InterfaceConflictPanel({
  base,
  latest,
  form,
  allowed,
}: {
  base: InterfaceDetails
  latest: InterfaceDetails
  form: UseFormReturnType<EditInterfaceValues>
  allowed: readonly Field[]
}) {
  const t = useText()
  const { nameOf } = useSources(latest.virtual === null ? null : latest.terminal.id, latest.entity.displayName)
  const values = toFormValues(latest)
  const changed = changedBetween(toFormValues(base), values).filter(field => allowed.includes(field))
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={changed.map(field => ({
        key: field,
        label: t(words[field]),
        value: fieldWords(field, latest, nameOf, t),
        isTaken: isEqual(form.values[field], values[field]),
        take: () => form.setFieldValue(field, values[field]),
      }))}
    />
  )
}

const sourceNames = ({ virtual, hiddenSources }: InterfaceDetails, nameOf: (id: string) => string, t: Translate) =>
  insertHiddenSources(virtual?.sourceIds ?? [], hiddenSources).map(id => (id === null ? t('virtual.hiddenSource') : nameOf(id)))

function fieldWords(field: Field, iface: InterfaceDetails, nameOf: (id: string) => string, t: Translate): string {
  const unit = iface.unit ?? ''
  const figure = (value: number | null | undefined, its = unit) =>
    value === null || value === undefined ? '' : quantity(value, its, t, [0, 6])
  switch (field) {
    case 'entityId':
      return iface.entity.displayName
    case 'category':
      return categoryName(iface.category, t)
    case 'virtual':
      return iface.virtual ? `${operationName(iface.virtual.operation, t)}: ${sourceNames(iface, nameOf, t).join(', ')}` : ''
    case 'every':
      return duration(iface.every, t)
    case 'factor':
    case 'offset':
      return number(iface[field], t, [0, 6])
    case 'historyConfiguration':
      return historyName(iface.historyConfiguration, t)
    case 'historySeconds':
      return iface.historySeconds === null ? '' : duration(iface.historySeconds, t)
    case 'hidden':
      return t(iface.hidden ? 'ui.yes' : 'ui.no')
    case 'safeValue':
      if (iface.terminalInterfaceDataType !== 'BOOLEAN') return figure(iface.safeValue)
      return iface.safeValue === null ? '' : valueWords(iface, iface.safeValue === 1, t)
    case 'maxRate':
      return figure(iface.maxRate, `${unit}/min`)
    case 'min':
    case 'max':
    case 'modulus':
    case 'capacity':
      return figure(iface[field])
    case 'displayName':
      return iface.displayName
    case 'address':
      return iface.address ?? ''
  }
}
