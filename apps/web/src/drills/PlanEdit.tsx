import { DrillPlan } from '@steading/contract/drills'
import type { PlanOf } from '@steading/contract/drills'
import type { Entity } from '@steading/contract/entities'
import { weekdayName } from '@steading/locales/weekdays'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { ClockField } from '../ui/form/ClockField.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { Theirs } from '../ui/form/Theirs.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { planQuery, savePlan } from './drills.queries.ts'
import { planWords } from './words.tsx'

const Entered = DrillPlan.extend({ isOwn: z.boolean(), version: z.number() })
type Entered = z.output<typeof Entered>

const enteredOf = ({ plan, own, version }: PlanOf): Entered => ({ ...plan, isOwn: own !== null || version > 0, version })
const days = [0, 1, 2, 3, 4, 5, 6].map(String)

/** The plan of an entity while it is changed: its own, or that from above. */
export function PlanEdit({ of, known, leave }: { of: Entity; known: PlanOf; leave: () => void }) {
  const t = useText()
  const { form, dirty, saving, submit, ref, meet } = useEditForm<Entered>({
    initial: { ...enteredOf(known), isOwn: true },
    schema: Entered,
    fieldOf: field => field.replace(/^plan\./, ''),
    save: async ({ isOwn, version, isOn, weekday, at }) => {
      await savePlan(of.id, { plan: isOwn ? { isOn, weekday, at } : null, version })
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...planQuery(of.id), staleTime: 0 }),
    over: now => meet(enteredOf(now)),
  })
  const { isOn, weekday, at, isOwn } = form.getValues()
  return (
    <EditForm head={head} dirty={dirty} busy={busy || saving} save={save} leave={leave} formRef={ref}>
      {theirs && (
        <Theirs
          who={undefined}
          entries={[
            {
              key: 'plan',
              label: t('drill.plan.title'),
              said: planWords(theirs.plan, t),
              take: () => form.setValues({ ...theirs.plan }),
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
