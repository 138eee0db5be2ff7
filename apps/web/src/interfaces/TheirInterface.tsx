import type { UseFormReturnType } from '@mantine/form'
import type { InterfaceDetails } from '@steading/contract/interfaces'
import { duration, number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { same } from '../ui/form/met.ts'
import { Theirs } from '../ui/form/Theirs.tsx'
import { type EnteredEdit, type Field, changedBetween, enteredOf } from './entered.ts'
import { inPlaces } from './places.ts'
import { useSources } from './useSources.ts'
import { categoryName, historyName, operationName, valueWords } from './words.ts'

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
} as const satisfies Record<Field, TextKey>

/** What somebody else saved of a sensor or device while one was typing: of what one may change oneself. */
export function TheirInterface({
  seen,
  theirs,
  form,
  allowed,
}: {
  seen: InterfaceDetails
  theirs: InterfaceDetails
  form: UseFormReturnType<EnteredEdit>
  allowed: readonly Field[]
}) {
  const t = useText()
  const { nameOf } = useSources(theirs.virtual === null ? null : theirs.terminal.id, theirs.entity.displayName)
  const entered = enteredOf(theirs)
  const changed = changedBetween(enteredOf(seen), entered).filter(field => allowed.includes(field))
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={changed.map(field => ({
        key: field,
        label: t(words[field]),
        said: said(field, theirs, nameOf, t),
        taken: same(form.values[field], entered[field]),
        take: () => form.setFieldValue(field, entered[field]),
      }))}
    />
  )
}

const sourceNames = ({ virtual, hiddenSources }: InterfaceDetails, nameOf: (id: string) => string, t: Translate) =>
  inPlaces(virtual?.sourceIds ?? [], hiddenSources).map(id => (id === null ? t('virtual.hiddenSource') : nameOf(id)))

function said(field: Field, of: InterfaceDetails, nameOf: (id: string) => string, t: Translate): string {
  const unit = of.unit ?? ''
  const figure = (value: number | null | undefined, its = unit) =>
    value === null || value === undefined ? '' : quantity(value, its, t, [0, 6])
  switch (field) {
    case 'entityId':
      return of.entity.displayName
    case 'category':
      return categoryName(of.category, t)
    case 'virtual':
      return of.virtual ? `${operationName(of.virtual.operation, t)}: ${sourceNames(of, nameOf, t).join(', ')}` : ''
    case 'every':
      return duration(of.every, t)
    case 'factor':
    case 'offset':
      return number(of[field], t, [0, 6])
    case 'historyConfiguration':
      return historyName(of.historyConfiguration, t)
    case 'historySeconds':
      return of.historySeconds === null ? '' : duration(of.historySeconds, t)
    case 'hidden':
      return t(of.hidden ? 'ui.yes' : 'ui.no')
    case 'safeValue':
      if (of.terminalInterfaceDataType !== 'BOOLEAN') return figure(of.safeValue)
      return of.safeValue === null ? '' : valueWords(of, of.safeValue === 1, t)
    case 'maxRate':
      return figure(of.maxRate, `${unit}/min`)
    case 'min':
    case 'max':
    case 'modulus':
      return figure(of[field])
    case 'displayName':
      return of.displayName
    case 'address':
      return of.address ?? ''
  }
}
