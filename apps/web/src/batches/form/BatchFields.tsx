import { BATCH_SOURCES, type BatchDetails, type BatchSource } from '@steading/contract/production/batches'
import { DEFAULT_PRODUCTION_TYPE } from '@steading/contract/production/species'
import { quantity } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFarmOf } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SpeciesField } from '../../species/index.ts'
import { Entries, type FormMode } from '../../ui/form/edit/FormFields.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { type OptionsSource, useAsyncOptions } from '../../ui/form/options/useAsyncOptions.ts'
import { Card } from '../../ui/page/Card.tsx'
import { productionClassOptions, productionTypeOptions } from '../batchWords.ts'
import { type BatchFormValues, SOURCE_FIELDS, withSpecies } from './batchForm.ts'
import { curvesAt, geneticsAt, interfacesByIds, sourceInterfacesQuery, SOURCE_WORDS } from './choices.queries.ts'

const MOST_INTERFACES = 20

/** The fields of a batch besides its attachments; `children`: house and days, which differ between create and edit. */
export function BatchFields({
  mode,
  values,
  batch,
  houseArea,
  errors,
  set,
  house,
  days,
}: {
  mode: FormMode
  values: BatchFormValues
  /** The batch that is edited: names what it refers to. */
  batch?: BatchDetails | undefined
  /** m² of the house; undefined: not known. */
  houseArea: number | null | undefined
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<BatchFormValues>) => void
  house?: ReactNode
  days: ReactNode
}) {
  const t = useText()
  const may = useMay()
  const errorOf = (field: keyof BatchFormValues) => errorFor(errors, field)
  return (
    <div className="stack">
      <Card title={t('batch.housing')}>
        <Entries mode={mode}>
          {house}
          {days}
          <SpeciesField
            required
            value={values.species}
            onChange={species => set(withSpecies(values, species))}
            error={errorOf('species')}
          />
          <SelectField
            label={t('batch.productionType')}
            required
            options={productionTypeOptions(t)}
            value={String(values.productionTypeId)}
            onChange={id => set({ productionTypeId: Number(id ?? DEFAULT_PRODUCTION_TYPE) })}
            error={errorOf('productionTypeId')}
          />
          <SelectField
            label={t('batch.productionClass')}
            options={productionClassOptions(t)}
            value={values.productionClass}
            onChange={productionClass => set({ productionClass })}
            error={errorOf('productionClass')}
          />
        </Entries>
      </Card>
      <Card title={t('batch.targets')}>
        <Entries mode={mode}>
          {may('genetics.read') && (
            <ReferenceField
              label={t('genetics.one')}
              source={geneticsAt(values)}
              values={values}
              value={values.geneticsId}
              known={batch?.genetics}
              onChange={geneticsId => set({ geneticsId })}
              error={errorOf('geneticsId')}
            />
          )}
          {may('curve.read') && (
            <ReferenceField
              label={t('curve.one')}
              source={curvesAt(values)}
              values={values}
              value={values.productionCurveId}
              known={batch?.productionCurve}
              onChange={productionCurveId => set({ productionCurveId })}
              error={errorOf('productionCurveId')}
            />
          )}
          <NumberField
            label={t('entity.usableArea')}
            unit="m²"
            decimals={2}
            hint={
              typeof houseArea === 'number'
                ? t('batch.usableAreaOfHouse', { area: quantity(houseArea, 'm²', t) })
                : t('batch.usableAreaHint')
            }
            value={values.usableArea}
            onChange={usableArea => set({ usableArea })}
            error={errorOf('usableArea')}
          />
          <NumberField
            label={t('batch.targetWeight')}
            unit="kg"
            decimals={3}
            hint={t('batch.targetWeightHint')}
            value={values.targetWeight}
            onChange={targetWeight => set({ targetWeight })}
            error={errorOf('targetWeight')}
          />
        </Entries>
      </Card>
      {may('interfaces.read') && (
        <Card title={t('batch.sources')}>
          <Entries mode={mode}>
            {BATCH_SOURCES.map(source => {
              const field = SOURCE_FIELDS[source]
              return (
                <SourceField
                  key={source}
                  source={source}
                  entityId={values.entityId}
                  value={values[field]}
                  onChange={ids => set({ [field]: ids })}
                  error={errorOf(field)}
                />
              )
            })}
          </Entries>
        </Card>
      )}
    </div>
  )
}

/** Genetics or a curve: usable at the house, and of the species. */
function ReferenceField<C>({
  label,
  source,
  values: { entityId, species },
  value,
  known,
  onChange,
  error,
}: {
  label: string
  source: OptionsSource<C>
  values: BatchFormValues
  value: string | null
  known: { readonly id: string; readonly displayName: string } | null | undefined
  onChange: (id: string | null) => void
  error: string | undefined
}) {
  const t = useText()
  const isReady = entityId !== null && species !== null
  const { options, search, failed, more } = useAsyncOptions(source, {
    chosen: value === null ? [] : [value],
    known: known ? [{ value: known.id, label: known.displayName }] : [],
    enabled: isReady,
  })
  const missing = entityId === null ? 'batch.houseFirst' : 'batch.speciesFirst'
  return (
    <SelectField
      label={label}
      disabled={!isReady}
      options={options}
      value={value}
      hint={isReady ? (failed ?? more) : t(missing)}
      onChange={onChange}
      onSearch={search}
      error={error}
    />
  )
}

/** The interfaces that measure feed or water of the batch, out of those of its farm. */
function SourceField({
  source,
  entityId,
  value,
  onChange,
  error,
}: {
  source: BatchSource
  entityId: string | null
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
  error: string | undefined
}) {
  const t = useText()
  const farm = useFarmOf(entityId)
  const at = farm === undefined ? null : (farm?.id ?? entityId)
  const { data: offered, error: lookUpError } = useQuery({ ...sourceInterfacesQuery(at ?? '', source), enabled: at !== null })
  // A chosen interface may be hidden or of a retired box: it keeps its name.
  const { data: chosen } = useQuery(interfacesByIds(value))
  const all = [...(offered ?? []), ...(chosen ?? []).filter(({ id }) => !offered?.some(other => other.id === id))]
  return (
    <MultiSelectField
      label={t(SOURCE_WORDS[source])}
      max={MOST_INTERFACES}
      disabled={entityId === null}
      options={all.map(({ id, displayName, entity }) => ({ value: id, label: `${displayName} · ${entity.name}` }))}
      value={value}
      onChange={onChange}
      hint={t(entityId === null ? 'batch.houseFirst' : 'batch.sourcesHint')}
      failed={lookUpError && !offered ? t('failed.lookup') : undefined}
      error={error}
    />
  )
}
