import { useForm } from '@mantine/form'
import type { InterfaceDetails } from '@steading/contract/interfaces'
import { number } from '@steading/locales/format'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Entries, Shown } from '../ui/form/Entries.tsx'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { CalculationEntries } from './CalculationEntries.tsx'
import { type EnteredEdit, enteredOf } from './entered.ts'
import { MeasuringEntries } from './MeasuringEntries.tsx'
import { ValueEntries } from './ValueEntries.tsx'
import { categoryName, dataTypeName, directionName } from './words.ts'

/** How a sensor or device is set. `named`: its name and place stand among it. */
export function InterfaceInfo({ of, named = true }: { of: InterfaceDetails; named?: boolean }) {
  const t = useText()
  const may = useMay()
  const form = useForm<EnteredEdit>({ initialValues: enteredOf(of) })
  return (
    <>
      <Card title={t('interface.whatAndWhere')}>
        <Entries mode="view">
          {named && (
            <>
              <Shown label={t('ui.name')}>{of.displayName}</Shown>
              <Shown label={t('terminal.place')}>
                {may('entities.read') ? (
                  <Link href={to('/system/entities/{entityid}/details', { entityid: of.entity.id })}>
                    {of.entity.displayName}
                  </Link>
                ) : (
                  of.entity.displayName
                )}
              </Shown>
            </>
          )}
          <Shown label={t('terminal.one')}>{of.terminal.displayName}</Shown>
          <Shown label={t('interface.category')}>{categoryName(of.category, t)}</Shown>
          <Shown label={t('interface.direction')}>
            {of.calculated ? t('interface.virtual') : directionName(of.terminalInterfaceType, t)}
          </Shown>
          <Shown label={t('interface.dataType')}>{dataTypeName(of.terminalInterfaceDataType, t)}</Shown>
          <Unit of={of} />
          {of.unit !== null && <Shown label={t('interface.decimals')}>{number(of.decimals, t)}</Shown>}
          <Shown label={t('interface.number')}>{of.id}</Shown>
        </Entries>
      </Card>
      <Card title={t(of.virtual ? 'interface.calculation' : 'interface.connection')}>
        <Entries mode="view">
          {of.virtual ? (
            <CalculationEntries
              form={form}
              category={of.category}
              max={of.max}
              terminalId={of.terminal.id}
              home={of.entity.displayName}
              hidden={of.hiddenSources}
            />
          ) : (
            <MeasuringEntries form={form} category={of.category} />
          )}
        </Entries>
      </Card>
      <Card title={t('interface.limits')}>
        <Entries mode="view">
          <ValueEntries form={form} category={of.category} poultry={of.unit === 'g'} />
        </Entries>
      </Card>
    </>
  )
}

/** What its values are measured in; of a boolean, what true and false are called. */
function Unit({ of: { interfaceUnitType: type, unit } }: { of: InterfaceDetails }) {
  const t = useText()
  const { language } = useLanguage()
  const name = type?.properties.name[language]
  if (name === undefined) return null
  if (typeof name !== 'string') return <Shown label={t('interface.states')}>{`${name.true} / ${name.false}`}</Shown>
  return <Shown label={t('interface.unit')}>{unit ? `${name} (${unit})` : name}</Shown>
}
