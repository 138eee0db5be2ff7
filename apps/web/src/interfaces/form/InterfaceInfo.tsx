import { useForm } from '@mantine/form'
import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import { number } from '@steading/locales/format'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { CalculationEntries } from './CalculationEntries.tsx'
import { type EditInterfaceValues, toFormValues } from './interfaceForm.ts'
import { MeasuringEntries } from './MeasuringEntries.tsx'
import { ValueEntries } from './ValueEntries.tsx'
import { categoryName, dataTypeName, directionName } from '../words.ts'

/** How a sensor or device is set. `named`: its name and place stand among it. */
export function InterfaceInfo({ interface: iface, named = true }: { interface: InterfaceDetails; named?: boolean }) {
  const t = useText()
  const may = useMay()
  const form = useForm<EditInterfaceValues>({ initialValues: toFormValues(iface) })
  return (
    <>
      <Card title={t('interface.whatAndWhere')}>
        <Entries mode="view">
          {named && (
            <>
              <ReadOnlyField label={t('ui.name')}>{iface.displayName}</ReadOnlyField>
              <ReadOnlyField label={t('terminal.place')}>
                {may('entities.read') ? (
                  <Link href={to('/system/entities/{entityid}/details', { entityid: iface.entity.id })}>
                    {iface.entity.displayName}
                  </Link>
                ) : (
                  iface.entity.displayName
                )}
              </ReadOnlyField>
            </>
          )}
          <ReadOnlyField label={t('terminal.one')}>{iface.terminal.displayName}</ReadOnlyField>
          <ReadOnlyField label={t('interface.category')}>{categoryName(iface.category, t)}</ReadOnlyField>
          <ReadOnlyField label={t('interface.direction')}>
            {iface.calculated ? t('interface.virtual') : directionName(iface.terminalInterfaceType, t)}
          </ReadOnlyField>
          <ReadOnlyField label={t('interface.dataType')}>{dataTypeName(iface.terminalInterfaceDataType, t)}</ReadOnlyField>
          <Unit interface={iface} />
          {iface.unit !== null && <ReadOnlyField label={t('interface.decimals')}>{number(iface.decimals, t)}</ReadOnlyField>}
          <ReadOnlyField label={t('interface.number')}>{iface.id}</ReadOnlyField>
        </Entries>
      </Card>
      <Card title={t(iface.virtual ? 'interface.calculation' : 'interface.connection')}>
        <Entries mode="view">
          {iface.virtual ? (
            <CalculationEntries
              form={form}
              category={iface.category}
              max={iface.max}
              terminalId={iface.terminal.id}
              home={iface.entity.displayName}
              hidden={iface.hiddenSources}
            />
          ) : (
            <MeasuringEntries form={form} category={iface.category} />
          )}
        </Entries>
      </Card>
      <Card title={t('interface.limits')}>
        <Entries mode="view">
          <ValueEntries form={form} category={iface.category} poultry={iface.unit === 'g'} isCalculated={iface.calculated} />
        </Entries>
      </Card>
    </>
  )
}

/** What its values are measured in; of a boolean, what true and false are called. */
function Unit({ interface: { interfaceUnitType: type, unit } }: { interface: InterfaceDetails }) {
  const t = useText()
  const { language } = useLanguage()
  const name = type?.properties.name[language]
  if (name === undefined) return null
  if (typeof name !== 'string')
    return <ReadOnlyField label={t('interface.states')}>{`${name.true} / ${name.false}`}</ReadOnlyField>
  return <ReadOnlyField label={t('interface.unit')}>{unit ? `${name} (${unit})` : name}</ReadOnlyField>
}
