import { ActionIcon, Button } from '@mantine/core'
import { FEED_MOVEMENTS_AT_ONCE, feedMovements } from '@steading/contract/production/feedMovements'
import { number } from '@steading/locales/format'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { BatchField } from '../../animalMovements/index.ts'
import { useBatch } from '../../batches/index.ts'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { useGo } from '../../ui/Link.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { feedKindOptions } from '../feedKinds.ts'
import { createFeedMovements, feedChanged } from '../feedMovements.queries.ts'
import { feedScope } from '../feedScope.ts'
import { FeedFactoryField, FeedTypeField } from './FeedChoices.tsx'
import { emptyFeed, type FeedValues, nextFeed, toCreateRequest, toRowField, validateRows } from './feedForm.ts'

interface Row extends FeedValues {
  /** Tells rows apart while they are added and removed. */
  readonly key: number
}

/** Several feed movements in one table and one save: all are stored, or none. */
export default function FeedMultiCreate() {
  const t = useText()
  const go = useGo()
  const scope = feedScope(null)
  const { form, submit, ref } = useEditForm<{ rows: readonly Row[] }>({
    initial: { rows: [{ ...emptyFeed(null, clock.now()), key: 1 }] },
    validate: ({ rows }) => validateRows(rows, clock.now(), t),
    fieldOf: toRowField,
    save: async ({ rows }, key) => {
      const body = feedMovements.createMany.body.parse({ movements: rows.map(toCreateRequest) })
      const created = await createFeedMovements(body, key)
      await feedChanged()
      toast(t('feed.movement.createdMany', { count: created.length }))
      go(scope.back())
    },
  })
  const { rows } = form.values
  const setRows = (next: readonly Row[]) => form.setFieldValue('rows', next)
  const set = (key: number, change: Partial<FeedValues>) => {
    setRows(rows.map(row => (row.key === key ? { ...row, ...change } : row)))
    const at = rows.findIndex(row => row.key === key)
    for (const field of Object.keys(change)) form.clearFieldError(`rows.${at}.${field}`)
  }
  const add = () => {
    const last = rows.at(-1)
    const next = last ? nextFeed(last, clock.now()) : emptyFeed(null, clock.now())
    setRows([...rows, { ...next, key: (last?.key ?? 0) + 1 }])
  }
  return (
    <CreateForm
      title={t('feed.movement.newMany')}
      back={{ href: scope.back(), label: t('nav.feedMovements') }}
      form={{ submit, ref }}
    >
      <div className="stack">
        {rows.map((row, at) => (
          <MovementRow
            key={row.key}
            row={row}
            place={number(at + 1, t, 0)}
            errors={Object.fromEntries(
              Object.entries(form.errors).flatMap(([name, message]) =>
                name.startsWith(`rows.${at}.`) ? [[name.slice(`rows.${at}.`.length), message]] : [],
              ),
            )}
            set={change => set(row.key, change)}
            {...(rows.length > 1 && {
              remove: () => {
                form.clearErrors()
                setRows(rows.filter(({ key }) => key !== row.key))
              },
            })}
          />
        ))}
        {rows.length < FEED_MOVEMENTS_AT_ONCE && (
          <div>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('feed.movement.addRow')}
            </Button>
          </div>
        )}
      </div>
    </CreateForm>
  )
}

function MovementRow({
  row,
  place,
  errors,
  set,
  remove,
}: {
  row: FeedValues
  place: string
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<FeedValues>) => void
  remove?: () => void
}) {
  const t = useText()
  const { data: batch } = useBatch(row.batchId)
  return (
    <Card
      group
      title={t('feed.movement.row', { place })}
      actions={
        remove && (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('feed.movement.removeRow', { place })}
            title={t('feed.movement.removeRow', { place })}
            onClick={remove}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )
      }
    >
      <Entries mode="create">
        <BatchField
          label={t('batch.one')}
          required
          value={row.batchId}
          onChange={batchId => set({ batchId })}
          error={errorFor(errors, 'batchId')}
        />
        <ChoiceField
          label={t('movement.type')}
          options={feedKindOptions(t)}
          value={row.kind}
          onChange={kind => set({ kind })}
          error={errorFor(errors, 'kind')}
        />
        {row.kind !== 'BUY' && (
          <BatchField
            label={t(row.kind === 'TRANSFER_IN' ? 'movement.fromBatch' : 'movement.toBatch')}
            required
            value={row.inverseBatchId}
            onChange={inverseBatchId => set({ inverseBatchId })}
            error={errorFor(errors, 'inverseBatchId')}
          />
        )}
        <WhenField
          label={t('movement.time')}
          zone={batch?.timeZone}
          at={row.timestamp}
          onChange={timestamp => set({ timestamp })}
          error={errorFor(errors, 'timestamp')}
        />
        <FeedTypeField
          placeId={batch?.entity.id}
          value={row.feedTypeId}
          onChange={feedTypeId => set({ feedTypeId })}
          error={errorFor(errors, 'feedTypeId')}
        />
        <NumberField
          label={t('feed.weight')}
          required
          unit="kg"
          decimals={3}
          value={row.weight}
          onChange={weight => set({ weight })}
          error={errorFor(errors, 'weight')}
        />
        {row.kind === 'BUY' && (
          <FeedFactoryField
            placeId={batch?.entity.id}
            value={row.feedFactoryId}
            onChange={feedFactoryId => set({ feedFactoryId })}
            error={errorFor(errors, 'feedFactoryId')}
          />
        )}
      </Entries>
    </Card>
  )
}
