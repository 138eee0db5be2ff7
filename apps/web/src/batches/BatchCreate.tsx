import type { EntityChoice } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { to } from '../app/index.ts'
import { entityQuery, PlaceSelect, usePlaceKnown } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { parseSearch } from '../platform/search.ts'
import { useMay, useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { WhenField } from '../ui/form/WhenField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { useGo } from '../ui/Link.tsx'
import { sameWallTime } from '../ui/moment/zoned.ts'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { batchesChanged, calls } from './batches.queries.ts'
import { type EnteredNew, blank, createWish, wrongNew } from './entered.ts'

const houses = ['SECTOR'] as const

/** A new batch. `?entityId=` says in which house or room. */
export default function BatchCreate() {
  const { entityId: asked } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const wished = usePlaceKnown(typeof asked === 'string' ? asked : null)
  if (wished === undefined) return <SkeletonPage />
  return <New house={wished?.type === 'SECTOR' ? wished : null} />
}

function New({ house }: { house: EntityChoice | null }) {
  const t = useText()
  const go = useGo()
  const tellError = useTellError()
  const may = useMay()
  const { form, submit, ref } = useEditForm<EnteredNew>({
    initial: blank(house?.id ?? null, clock.now()),
    wrongIn: values => wrongNew(values, clock.now(), t),
    refusedAt: { CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME: 'entityId' },
    save: async values => {
      const made = await data(calls.create({ body: createWish(values) }))
      await batchesChanged()
      toast(t('batch.opened'), made.code)
      go(to('/production/batches/{batchId}/details', { batchId: made.id }))
    },
  })
  const { entityId } = form.values
  const own = useZone()
  const { data: place } = useQuery({ ...entityQuery(entityId ?? ''), enabled: entityId !== null && may('entities.read') })
  const zone = place?.timeZone ?? own
  // A day that was typed is a day of the house, also of one that is chosen afterwards.
  const typedIn = useRef<string>(undefined)
  useEffect(() => {
    const { openDate } = form.getValues()
    if (typedIn.current === undefined || typedIn.current === zone || openDate === null) return
    form.setFieldValue('openDate', sameWallTime(openDate, typedIn.current, zone))
    typedIn.current = zone
    // Only another zone moves the day.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [zone])
  const create = () => submit().catch((error: unknown) => tellError(error, t('batch.saveFailed')))
  return (
    <CreateForm
      title={t('batch.new')}
      back={{ href: listHref('/production/batches'), label: t('batch.many') }}
      form={{ submit: create, ref }}
    >
      <Card title={t('ui.details')}>
        <div className="stack">
          <Entries mode="create">
            <PlaceSelect
              label={t('entity.sector')}
              required
              types={houses}
              known={house}
              value={form.values.entityId}
              onChange={id => form.setFieldValue('entityId', id)}
              error={wrongWith(form.errors, 'entityId')}
            />
            <WhenField
              label={t('batch.openDate')}
              hint={t('batch.openDateHint')}
              zone={zone}
              at={form.values.openDate}
              onChange={at => {
                typedIn.current = zone
                form.setFieldValue('openDate', at)
              }}
              error={wrongWith(form.errors, 'openDate')}
            />
          </Entries>
          <Note>{t('batch.codeHint')}</Note>
        </div>
      </Card>
    </CreateForm>
  )
}
