import { AGE_UNITS, curveBook, curves } from '@steading/contract/production/curves'
import type { AgeUnit, CurvePoint } from '@steading/contract/production/curves'
import { isPoultry } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { IconChartLine } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { useText } from '../platform/texts.tsx'
import { geneticsField } from '../genetics/index.ts'
import { detailsPath, field, resource, species, text } from '../resource/index.ts'
import type { Entry } from '../resource/index.ts'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { CurveChart } from './CurveChart.tsx'
import { CurvePoints, CurveTable } from './CurvePoints.tsx'
import type { PointValues } from './CurvePoints.tsx'

/** A curve as its page reads it. */
export type CurveEntry = Entry & {
  readonly species: SpeciesCode
  readonly ageUnit: AgeUnit
  readonly details: readonly CurvePoint[]
}

const ageUnitKey = { 1: 'curve.days', 7: 'curve.weeks' } as const

export const curveResource = resource({
  name: 'curves',
  contract: curveBook,
  calls: api(curves),
  permissions: { create: 'curve.create', update: 'curve.update', delete: 'curve.delete' },
  paths: {
    list: '/production/curves',
    create: '/production/curves/create',
    details: detailsPath('/production/curves/details/{curveId}', 'curveId'),
    parameter: 'curveId',
  },
  words: { many: 'nav.curves', new: 'curve.new', none: 'curve.none', noneHint: 'curve.noneHint' },
  icon: <IconChartLine size={30} stroke={1.4} />,
  nameInUse: curveBook.nameInUse,
  fields: [
    text('displayName', 'ui.name', { max: 50 }),
    species(),
    geneticsField(),
    field<AgeUnit>({
      key: 'ageUnit',
      label: 'curve.ageUnit',
      initial: 1,
      input: props => <AgeUnitInput {...props} />,
      shown: (value, t) => t(ageUnitKey[value]),
      cell: (value, t) => t(ageUnitKey[value]),
    }),
    text('source', 'curve.source', { max: 150, isRequired: false, column: 'wide' }),
    field<readonly PointValues[]>({
      key: 'details',
      label: 'curve.points',
      initial: [{}, {}],
      column: 'wide',
      isRight: true,
      isApart: true,
      input: ({ value, onChange }, { values, errors }) => (
        <CurvePoints
          value={value}
          onChange={onChange}
          ageUnit={values.ageUnit as AgeUnit} // safe: the field above holds one
          poultry={typeof values.species === 'string' && isPoultry(values.species as SpeciesCode)} // safe: as above
          errors={errors}
        />
      ),
      shown: (value, t) => t('curve.rows', { count: value.length }),
      cell: value => value.length,
    }),
  ],
  below: entry => <CurveBelow entry={entry as CurveEntry} />, // safe: an entry of this book
})

function AgeUnitInput({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: AgeUnit
  onChange: (unit: AgeUnit) => void
  error: string | undefined
}) {
  const t = useText()
  return (
    <ChoiceField
      label={label}
      error={error}
      options={AGE_UNITS.map(unit => ({ value: `${unit}` as const, label: t(ageUnitKey[unit]) }))}
      value={`${value}` as const}
      onChange={unit => onChange(unit === '7' ? 7 : 1)}
    />
  )
}

/** The drawn curve and its points. */
function CurveBelow({ entry: { species: kind, ageUnit, details } }: { entry: CurveEntry }) {
  const t = useText()
  return (
    <>
      <Card title={t('curve.drawn')}>
        <CurveChart points={details} ageUnit={ageUnit} poultry={isPoultry(kind)} />
      </Card>
      <Card title={t('curve.points')}>
        <CurveTable points={details} ageUnit={ageUnit} poultry={isPoultry(kind)} />
      </Card>
    </>
  )
}
