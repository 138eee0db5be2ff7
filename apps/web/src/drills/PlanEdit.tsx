import { DrillPlan } from '@steading/contract/events/drills'
import type { PlanOf } from '@steading/contract/events/drills'
import type { Entity } from '@steading/contract/entities/entities'
import { weekdayName } from '@steading/locales/weekdays'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { queryClient } from '../platform/api/queries.ts'
import { useText } from '../platform/texts.tsx'
import { ClockField } from '../ui/form/fields/ClockField.tsx'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { planQuery, savePlan } from './drills.queries.ts'
import { planWords } from './words.tsx'

const PlanFormValues = DrillPlan.extend({ isOwn: z.boolean(), version: z.number() })
type PlanFormValues = z.output<typeof PlanFormValues>

const toFormValues = ({ plan, own, version }: PlanOf): PlanFormValues => ({
  ...plan,
  isOwn: own !== null || version > 0,
  version,
})
const days = [0, 1, 2, 3, 4, 5, 6].map(String)

/** The plan of an entity while it is changed: its own, or that from above. */
export default function PlanEdit({ of, known, leave }: { of: Entity; known: PlanOf; leave: () => void }) {
  const t = useText()
  const { form, dirty, saving, submit, ref, rebase } = useEditForm<PlanFormValues>({
    initial: { ...toFormValues(known), isOwn: true },
    schema: PlanFormValues,
    fieldOf: field => field.replace(/^plan\./, ''),
    save: async ({ isOwn, version, isOn, weekday, at }) => {
      await savePlan(of.id, { plan: isOwn ? { isOn, weekday, at } : null, version })
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...planQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  const { isOn, weekday, at, isOwn } = form.getValues()
  return (
    <EditForm head={head} dirty={dirty} busy={busy || saving} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={undefined}
          entries={[
            {
              key: 'plan',
              label: t('drill.plan.title'),
              value: planWords(latest.plan, t),
              take: () => form.setValues({ ...latest.plan }),
            },
          ]}
        />
      )}
      <Card title={t('drill.plan.title')}>
        <Entries mode="edit">
          <SwitchField
            label={t('drill.plan.on')}
            checked={isOn}
            disabled={!isOwn}
            onChange={({ currentTarget }) => form.setFieldValue('isOn', currentTarget.checked)}
          />
          {known.version > 0 && (
            <SwitchField
              label={t('drill.plan.above')}
              checked={!isOwn}
              onChange={({ currentTarget }) => form.setFieldValue('isOwn', !currentTarget.checked)}
            />
          )}
          <SelectField
            label={t('drill.plan.day')}
            options={days.map(value => ({ value, label: weekdayName(Number(value), t, 'long') }))}
            value={String(weekday)}
            onChange={chosen => chosen !== null && form.setFieldValue('weekday', Number(chosen))}
            error={form.errors.weekday}
            disabled={!isOwn || !isOn}
          />
          <ClockField
            label={t('drill.plan.at')}
            value={at}
            onChange={chosen => form.setFieldValue('at', chosen ?? '')}
            hint={t('drill.plan.zone', { zone: known.timeZone })}
            error={form.errors.at}
            disabled={!isOwn || !isOn}
          />
        </Entries>
      </Card>
    </EditForm>
  )
}

/** Cancel and save, above what is changed. */
const head = (actions: ReactNode) => <div className="drill-edit-head">{actions}</div>
